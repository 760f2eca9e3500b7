import assert from 'node:assert/strict';
import { parseConfiguration } from '../../../../src/core/settings/parse/parse';

describe('settings for answers', () => {
  it('are off, or at their defaults, when nothing is set', () => {
    const { answers, problems } = parseConfiguration({});
    assert.deepEqual([answers.anyGuardedModel, answers.selfAwareness, answers.maxTextRepetitions], [false, false, 5]);
    assert.equal(answers.guardsModel('scripted/one'), false);
    assert.deepEqual(problems, []);
  });

  it('come from the strongest scope that has them', () => {
    const { answers } = parseConfiguration({
      user: { guardedModels: ['*'], experimental: { selfAwareness: true }, maxTextRepetitions: 9 },
      workspace: { guardedModels: ['copilot/gpt-*'], maxTextRepetitions: 0 },
    });
    assert.equal(answers.guardsModel('copilot/gpt-5', 'copilot/x'), true);
    assert.equal(answers.guardsModel('ollama/llama'), false);
    assert.deepEqual([answers.selfAwareness, answers.maxTextRepetitions], [true, 0]);
  });

  it('offer all models at "*"', () => {
    assert.equal(parseConfiguration({ user: { guardedModels: ['*'] } }).answers.guardsModel('any/model-1'), true);
  });

  it('are left out when they cannot be used, and said to be', () => {
    const { answers, problems } = parseConfiguration({
      user: { guardedModels: 'all', maxTextRepetitions: 1, experimental: { selfAwareness: 'yes' } },
    });
    assert.deepEqual([answers.anyGuardedModel, answers.maxTextRepetitions, answers.selfAwareness], [false, 5, false]);
    assert.equal(problems.length, 3);
  });
});
