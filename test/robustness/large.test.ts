// Arguments and results of 10 MB, and endless ones; part of `npm run test:all`.
import { assertCounted, assertToldApart } from './faultWatch';
import { ENDLESS, large } from './hostileValues';

const LARGE = large(10_000_000);

describe('10 MB of arguments', function () {
  this.timeout(240_000);

  for (const [what, make] of Object.entries(LARGE)) {
    it(`are counted like any others: ${what}`, () => assertCounted(make));
  }
});

describe('endless arguments', function () {
  this.timeout(240_000);

  for (const [what, make] of Object.entries(ENDLESS)) {
    it(`are counted like any others: ${what}`, () => assertCounted(make));
  }
});

describe('10 MB of results', function () {
  this.timeout(240_000);

  it('are distinguished and never cause a fault', () => assertToldApart(LARGE));
});
