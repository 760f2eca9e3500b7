import assert from 'node:assert/strict';
import { withChanges } from '../../../../src/core/feedback/settingsChange';
import { parseConfiguration } from '../../../../src/core/settings/parse/parse';
import { resolveSettings } from '../../../../src/core/settings/resolve';
import { tidyChanges } from '../../../../src/core/settings/written/tidySettings';

const OLD = {
  maxRepeats: 6,
  warnRepeats: 2,
  maxWakeups: 9,
  ignoreCase: false,
  'messages.block': 'Stopped',
  repeatingText: false,
  telemetry: 'otlp',
  telemetryEndpoint: 'http://localhost:4318',
  statusBar: false,
};

describe('old settings that are written anew', () => {
  it('stand in their new places', () => {
    assert.deepEqual(withChanges(OLD, tidyChanges(OLD)), {
      maxRepeats: 6,
      telemetry: 'http://localhost:4318',
      statusBar: false,
      earlyWarnings: { warnRepeats: 2 },
      limits: { maxWakeups: 9 },
      matching: { ignoreCase: false },
      messages: { block: 'Stopped' },
      maxTextRepetitions: 0,
    });
  });

  it('mean what they meant', () => {
    const read = (user: Record<string, unknown>) => {
      const configuration = parseConfiguration({ user });
      const { messages, telemetry, window, answers, problems } = configuration;
      const { values } = resolveSettings(configuration, {}, [], undefined);
      return { messages, telemetry, window, problems, values, repeatingText: answers.repeatingText };
    };
    assert.deepEqual(read(withChanges(OLD, tidyChanges(OLD))), read(OLD));
    const both = { maxWakeups: 9, limits: { maxWakeups: 7 } };
    assert.deepEqual(read(withChanges(both, tidyChanges(both))), read(both));
  });

  it('are left alone where their object is none, and where nothing is old', () => {
    assert.deepEqual(tidyChanges({ limits: 5, maxWakeups: 9 }), []);
    assert.deepEqual(tidyChanges({ maxRepeats: 6, limits: { maxWakeups: 9 }, telemetryEndpoint: 'http://a' }), []);
  });
});
