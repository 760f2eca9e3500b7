import assert from 'node:assert/strict';
import { canonicalText, parseArguments } from '../../../src/engine/values/canonical';

describe('canonicalText', () => {
  it('parses text that is JSON', () => {
    assert.equal(canonicalText('{"b":1, "a":2}'), canonicalText({ a: 2, b: 1 }));
  });

  it('keeps invalid JSON, the empty object, and the empty text', () => {
    const texts = ['{"a":', '{}', '', '[]', '{"a":1'].map(canonicalText);
    assert.equal(new Set(texts).size, texts.length);
    assert.equal(canonicalText('{"a":'), canonicalText('{"a":'));
  });

  it('writes a large value like a small one', () => {
    const small = { b: [1, null, undefined, { d: 'x', c: -0 }], a: 'é"\n', none: undefined };
    const large = { few: small, many: Array.from({ length: 2_000 }, (_, index) => index) };
    assert.ok(canonicalText(large).startsWith(`{"few":${canonicalText(small)},"many":[0,1,2,`));
    assert.equal(canonicalText(large), canonicalText(JSON.stringify(large)));
  });

  it('distinguishes a cyclic value and a large number from texts that look like them', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    assert.notEqual(canonicalText(circular), canonicalText({ self: '[circular]' }));
    assert.notEqual(canonicalText({ big: 1n }), canonicalText({ big: '1n' }));
    assert.notEqual(canonicalText({ big: 1n }), canonicalText({ big: 1 }));
  });

  it('reads only the beginning and the lengths of a value too large for memory', () => {
    let shared: unknown = [];
    for (let depth = 0; depth < 40; depth++) {
      shared = [shared, shared];
    }
    assert.equal(canonicalText(shared), canonicalText(shared));
    let reads = 0;
    const item = {
      get id() {
        reads += 1;
        return 1;
      },
    };
    const million = Array<unknown>(1_000_000).fill(item);
    const text = canonicalText({ million });
    assert.ok(reads < 200_000, String(reads));
    assert.notEqual(canonicalText({ million: [...million, item] }), text);
  });

  it('keeps an object with very many fields as text', () => {
    const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`field${index}`, index]));
    const parsed = parseArguments(many);
    assert.equal(typeof parsed, 'string');
    assert.equal(parseArguments(parsed), parsed);
    assert.equal(canonicalText(many), canonicalText(JSON.stringify(many)));
    assert.notEqual(canonicalText(many), canonicalText({ ...many, field0: 1 }));
    const self: Record<string, unknown> = { ...many };
    self['self'] = self;
    assert.equal(parseArguments(self), self);
  });
});
