import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import { stopFacts } from '../../../../src/core/words/stopFacts';
import { GuardHarness } from '../../../fakes/guardHarness';

describe('what a command line at a stop is told', () => {
  const harness = new GuardHarness();
  harness.actions('AAAA');
  const detection = harness.eventsOf('detection').at(-1)?.detection;
  assert.ok(detection !== undefined);

  it('is who was stopped, where, and why', () => {
    assert.deepEqual(stopFacts(detection, 'Claude', 'Why does the build fail?', inEnglish), {
      TOOL_LOOP_AGENT: 'Claude',
      TOOL_LOOP_CHAT: 'Why does the build fail?',
      TOOL_LOOP_KIND: 'repeat',
      TOOL_LOOP_TOOL: 'tool_A',
      TOOL_LOOP_COUNT: '4',
      TOOL_LOOP_TEXT: 'Loop stopped in Why does the build fail?: tool_A ×4',
    });
  });

  it('holds nothing that a shell could act on, and no secret', () => {
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    const evil = `x" & calc & "$(rm -rf ~) %PATH% \`id\` ; ${token}\n'|<>^!`;
    const facts = Object.values(stopFacts({ ...detection, tool: evil }, evil, evil, inEnglish)).join('');
    assert.doesNotMatch(facts, /["&$()%`;'|<>^!\n~]/);
    assert.ok(!facts.includes(token));
  });
});
