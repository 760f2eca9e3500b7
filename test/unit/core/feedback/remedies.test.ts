import assert from 'node:assert/strict';
import { appliedText, remedyText, scopeText } from '../../../../src/core/feedback/words';
import { inEnglish } from '../../../../src/core/words/language';
import { ONE, short, Watched } from '../../../fakes/watched';

const EXCLUDED = 'excludedTools=["probe"]';
const ERROR = 'Error: connection refused by the server';

function probed(times: number): Watched {
  const watched = new Watched();
  watched.times(times, 'probe', { path: 'a' });
  return watched;
}

describe('remedies for "this was fine"', () => {
  it('raise maxRepeats of the tool by one after a stop for identical calls, and offer to exempt it last', () => {
    const watched = probed(4);
    assert.equal(watched.detected.detection?.action, 'break');
    assert.deepEqual(short(watched.ask('fine')), ['tools.probe.maxRepeats=5', EXCLUDED]);
  });

  it('describe the change before it is made, and the new state after it', () => {
    const texts = probed(4)
      .ask('fine')
      .remedies.map((remedy) => [remedyText, scopeText, appliedText].map((text) => text(remedy, inEnglish)));
    assert.deepEqual(texts, [
      ['Allow more identical probe calls', 'The limit is 5 instead of 4.', 'probe: 4 identical calls are now allowed.'],
      ['Never check probe', 'In all chats.', 'Done: Never check probe'],
    ]);
  });

  it('apply only to this tool, even if its name has wildcards', () => {
    const watched = new Watched();
    watched.times(4, '*', { path: 'a' });
    const { remedies } = watched.ask('fine');
    assert.deepEqual(
      remedies.map(({ change: { path, value } }) => path[1] ?? value),
      ['\\*', ['\\*']],
    );
  });

  it('raise the limit after a warning, too', () => {
    const watched = probed(3);
    assert.equal(watched.detected.detection?.action, 'nudge');
    assert.deepEqual(short(watched.ask('fine'))[0], 'tools.probe.maxRepeats=5');
  });

  it('raise the limit of calls with the same error by one, where different calls count half', () => {
    const watched = new Watched({ detectors: ['stall'] });
    for (let n = 0; n < 8; n++) {
      watched.call('run', { command: `command number ${n} of many, all quite different ${'x'.repeat(n * 5)}` }, ERROR, {
        isError: true,
      });
    }
    assert.deepEqual([watched.detected.detection?.action, watched.detected.detection?.finding.count], ['break', 8]);
    assert.equal(short(watched.ask('fine'))[0], 'tools.run.detectors.stall.limit=5');
  });

  it('are written for the operation, even next to settings of the tool', () => {
    const watched = new Watched({ tools: { plan: { operationField: 'operation', maxRepeats: 3 } } });
    watched.times(3, 'plan', { operation: 'create' });
    assert.equal(watched.detected.detection?.action, 'break');
    assert.deepEqual(short(watched.ask('fine')), ['tools.plan:create.maxRepeats=4', 'excludedTools=["plan:create"]']);
  });

  it('keep a limit if a value set in the chat is stronger', () => {
    const watched = new Watched();
    watched.conversations.overrides.set(ONE, 'maxRepeats', 3);
    watched.times(3, 'probe', { path: 'a' });
    assert.deepEqual(short(watched.ask('fine')), [EXCLUDED]);
  });

  it('don’t exist if the workspace overrides them', () => {
    const watched = new Watched();
    watched.change({ workspace: { tools: { probe: { maxRepeats: 3, exempt: false } } } });
    watched.times(3, 'probe', { path: 'a' });
    assert.deepEqual(watched.ask('fine'), { remedies: [], reason: 'impossible' });
  });

  it('keep everything that the user wrote, however odd', () => {
    const watched = new Watched({ tools: { probe: 'never' }, excludedTools: ['note'] });
    watched.times(4, 'probe', { path: 'a' });
    assert.deepEqual(short(watched.ask('fine')), ['excludedTools=["note","probe"]']);
  });
});

describe('remedies for "this was a loop"', () => {
  it('lower the limit by one after a warning', () => {
    assert.deepEqual(short(probed(3).ask('loop')), ['tools.probe.maxRepeats=3']);
  });

  it('don’t exist after a stop, which was right', () => {
    assert.deepEqual(probed(4).ask('loop'), { remedies: [], reason: 'settled' });
  });
});
