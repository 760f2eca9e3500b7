import assert from 'node:assert/strict';
import { scanPage } from '../../../../src/core/scan/scanPage';
import { type FoundSession, scanReport } from '../../../../src/core/scan/scanReport';

const label = 'shell(<img src=x>)';
const loop = {
  detector: 'repeat',
  tool: 'shell',
  label,
  firings: [
    { call: 3, isStopped: false, label },
    { call: 4, isStopped: true, label },
  ],
  firstCall: 3,
  stoppedAt: 4,
  callsAfterStop: 1200,
  tokensAfterStop: { input: 5000, output: 300 },
} as const;
const session: FoundSession = {
  id: 's',
  agent: 'Claude Code',
  model: 'model-1',
  file: '/logs/<s>.jsonl',
  modifiedMs: Date.UTC(2026, 0, 7),
  calls: 1300,
  loops: [loop],
  runsLeftAlone: 1,
  tokens: { input: 90_000, output: 700 },
};

describe('the page about recorded sessions', () => {
  const page = scanPage(scanReport([session]), 'the last 30 days');

  it('leads with what loops took, as it was recorded', () => {
    assert.match(page, /<dt>5,300<\/dt><dd>tokens of 90,700 went into these calls, as recorded/);
    assert.match(page, /They went on for 1,200 calls\./);
  });

  it('tells what they cost where that is known', () => {
    assert.doesNotMatch(page, /cost/);
    const priced = { ...loop, tokensAfterStop: { ...loop.tokensAfterStop, dollars: 1.704 } };
    assert.match(scanPage(scanReport([{ ...session, loops: [priced] }]), 'x'), /as recorded<small>They cost \$1\.70\./);
  });

  it('shows the calls by agent, model, tool, and week', () => {
    for (const [title, name] of [
      ['By agent', 'Claude Code'],
      ['By model', 'model-1'],
      ['By tool', 'shell'],
      ['By week', '2026-01-05'],
    ]) {
      assert.match(page, new RegExp(`${title}</caption><tbody><tr><th scope="row">${name}</th>`));
    }
  });

  it('tells by kind and by model whether agents changed course by themselves', () => {
    const other = { ...loop, firings: loop.firings.slice(0, 1), stoppedAt: undefined };
    const last = { ...other, firings: [{ call: 1299, isStopped: false, label }], firstCall: 1299 };
    const text = scanPage(scanReport([{ ...session, loops: [loop, other, last] }]), 'x').replace(/<[^>]*>/g, '|');
    assert.match(text, /\|identical calls\|+3\|+1\|+1\|+1\|/);
    assert.match(text, /\|model-1\|+3\|+1\|+1\|+1\|/);
  });

  it('opens each loop to its calls', () => {
    assert.match(page, /<details><summary>[^]*>4<\/td><td>stop<\/td>[^]*<\/details>/);
  });

  it('escapes every text, runs no script, and loads nothing', () => {
    assert.ok(!page.includes('<img') && !page.includes('/<s>'));
    assert.match(page, /default-src 'none'; style-src 'unsafe-inline'/);
    assert.doesNotMatch(page, /<script|url\(|<link|href=/);
  });

  it('says so where no agent looped', () => {
    const calm = scanPage(scanReport([{ ...session, loops: [] }]), 'the last 30 days');
    assert.match(calm, /<dt>0<\/dt><dd>loops would have been stopped/);
    assert.doesNotMatch(calm, /<details|<caption/);
  });
});
