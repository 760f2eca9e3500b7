import assert from 'node:assert/strict';
import { DelegatedPrompts } from '../../../src/core/delegatedPrompts';

describe('prompts that a model hands on', () => {
  it('are known while their call is at work, in their conversation only', () => {
    const prompts = new DelegatedPrompts();
    prompts.begin('a', '1', { prompt: ' /tool-loop-detection false\n', description: 'x' });
    assert.equal(prompts.includes('a', '/tool-loop-detection false '), true);
    assert.equal(prompts.includes('a', '/tool-loop-detection'), false);
    assert.equal(prompts.includes('b', '/tool-loop-detection false'), false);
    prompts.end('a', '1');
    assert.equal(prompts.includes('a', '/tool-loop-detection false'), false);
  });

  it('are forgotten when the person speaks', () => {
    const prompts = new DelegatedPrompts();
    prompts.begin('a', '1', 'look around');
    prompts.clear('a');
    assert.equal(prompts.includes('a', 'look around'), false);
  });

  it('are bounded, the latest kept', () => {
    const prompts = new DelegatedPrompts();
    for (let id = 0; id < 1000; id++) {
      prompts.begin('a', String(id), { prompt: `prompt ${id}` });
    }
    assert.equal(prompts.includes('a', 'prompt 999'), true);
    assert.equal(prompts.includes('a', 'prompt 0'), false);
  });

  it('may be anything', () => {
    const prompts = new DelegatedPrompts();
    for (const [id, value] of [null, undefined, 5, [], ['x'], { a: { prompt: 'deep' } }, ''].entries()) {
      prompts.begin('a', String(id), value);
    }
    assert.equal(prompts.includes('a', 'x'), true);
    assert.equal(prompts.includes('a', ''), false);
  });
});
