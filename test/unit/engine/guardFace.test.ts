import assert from 'node:assert/strict';
import { Guard } from '../../../src/engine/guard';
import { detectorsFor } from '../../../src/engine/rules/registry';
import type { CallSettings } from '../../../src/engine/rules/settings';

const SETTINGS: CallSettings = {
  values: {
    enabled: true,
    mode: 'break',
    actions: [],
    windowSize: 40,
    ttlSeconds: 120,
    detectors: ['repeat'],
    warnRepeats: 3,
    maxRepeats: 4,
    minPatternLength: 2,
    maxPatternLength: 5,
    minPatternRepetitions: 2,
    maxPatternRepetitions: 3,
    similarityAlgorithm: 'levenshtein',
    similarityThreshold: 0.9,
    normalizeWhitespace: true,
    ignoreCase: true,
    warnSimilar: 3,
    maxSimilar: 5,
    warnStalls: 4,
    maxStalls: 4,
    warnRevisits: 4,
    maxRevisits: 16,
    warnObstacles: 4,
    maxObstacles: 10,
    waitHintSeconds: 600,
    maxWaitSeconds: 0,
    warnRereads: 4,
    maxRereads: 8,
    warnReverts: 3,
    maxReverts: 6,
    warnSameTasks: 3,
    maxSameTasks: 5,
    warnAgents: 30,
    maxAgents: 0,
    warnContinuations: 3,
    maxContinuations: 5,
    warnCompactions: 3,
    maxCompactions: 5,
    warnWakeups: 3,
    maxWakeups: 5,
  },
  exempt: false,
  keep: { calls: 40, ttlSeconds: 120 },
  detectors: detectorsFor(['repeat'], false),
  operation: undefined,
  ignored: [],
  isAlwaysAllowed: false,
};

describe('the face of the engine', () => {
  it('is a guard of at most ten methods', () => {
    const methods = Object.getOwnPropertyNames(Guard.prototype).filter((name) => name !== 'constructor');
    assert.ok(methods.length <= 10, methods.join(', '));
  });

  it('needs nothing but a hash, settings and a listener', () => {
    const events: string[] = [];
    const guard = new Guard({
      hash: (text) => text,
      settingsFor: () => SETTINGS,
      report: ({ kind }) => events.push(kind),
    });
    const actions = [1, 2, 3, 4].map((id) => {
      const { action } = guard.check('c', { id: String(id), tool: 'read', arguments: { path: 'a' } }, id);
      guard.record('c', { callId: String(id), result: 'the same', isError: false });
      return action;
    });
    assert.deepEqual(actions, ['allow', 'allow', 'warn', 'break']);
    assert.ok(!events.includes('fault'));
  });

  it('asks for the settings of a call with its arguments parsed', () => {
    const asked: unknown[] = [];
    const guard = new Guard({
      hash: (text) => text,
      settingsFor: (question) => {
        asked.push(question);
        return { ...SETTINGS, exempt: true };
      },
      report: () => undefined,
    });
    assert.equal(guard.check('c', { id: '1', tool: 'plan', arguments: '{"operation":"create"}' }, 1).action, 'allow');
    assert.deepEqual(asked, [{ conversationId: 'c', tool: 'plan', parsed: { operation: 'create' }, model: undefined }]);
  });
});
