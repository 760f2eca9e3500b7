import { only } from '../../../fakes/only';
import assert from 'node:assert/strict';
import { ONE, short, Watched } from '../../../fakes/watched';

const ERROR = 'Error: connection refused by the server';

describe('remedies for "this was fine"', () => {
  it('raise maxRepeats of the tool by one after a stop for identical calls, and offer to exempt it last', () => {
    const watched = new Watched();
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.equal(watched.found().detection?.action, 'break');
    assert.deepEqual(short(watched.ask('fine')), ['tools.probe.maxRepeats=5', 'tools.probe.exempt=true']);
  });

  it('are for this tool alone, whatever signs of patterns its name has', () => {
    const watched = new Watched();
    'abcd'.split('').forEach(() => watched.call('*', { path: 'a' }));
    const { remedies } = watched.ask('fine');
    assert.deepEqual(
      remedies.map(({ changes }) => changes.map(({ path }) => path[1])),
      [['\\*'], ['\\*']],
    );
  });

  it('raise the count that warns after a warning, and keep it below the count that stops', () => {
    const watched = new Watched();
    'abc'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.equal(watched.found().detection?.action, 'nudge');
    assert.deepEqual(short(watched.ask('fine'))[0], 'tools.probe.detectors.repeat.warn=4 tools.probe.maxRepeats=5');
  });

  it('raise both counts where they are equal: a stop that becomes a warning is not gone', () => {
    const watched = new Watched({ detectors: { repeat: { warn: 4 } } });
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.deepEqual(short(watched.ask('fine'))[0], 'tools.probe.maxRepeats=5 tools.probe.detectors.repeat.warn=5');
  });

  it('raise what a second rule finds too: the identical call that fails', () => {
    const watched = new Watched({ detectors: ['repeat', 'stall'] });
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }, ERROR, { isError: true }));
    const [smallest] = watched.ask('fine').remedies;
    assert.deepEqual(
      smallest?.changes.map(({ path }) => path.slice(2).join('.')),
      ['maxRepeats', 'detectors.stall.limit'],
    );
    assert.equal(watched.replayed(smallest.changes).has(4), false);
  });

  it('raise the passes through a cycle', () => {
    const watched = new Watched({ detectors: ['cycle'] });
    for (let pass = 0; pass < 4 && watched.guard.status(ONE).stopped === undefined; pass++) {
      watched.call('read', { path: 'a' });
      watched.call('list', { path: 'b' });
    }
    assert.equal(watched.found().detection?.finding.detector, 'cycle');
    assert.equal(watched.found().detection?.action, 'break');
    assert.match(short(watched.ask('fine'))[0] ?? '', /^tools\.\w+\.detectors\.cycle\.limit=4$/);
  });

  it('raise the number of similar calls', () => {
    const watched = new Watched({ detectors: ['similar'] });
    for (const query of [
      'how to write a good loop?',
      'how to write a good loop!',
      'how to write a good loop.',
      'how to write a good loop;',
      'how to write a good loop:',
    ]) {
      watched.call('search', { query });
    }
    assert.equal(watched.found().detection?.action, 'break');
    assert.deepEqual(short(watched.ask('fine'))[0], 'tools.search.detectors.similar.limit=6');
  });

  it('raise the calls with the same error, half as far where different calls count half', () => {
    const watched = new Watched({ detectors: ['stall'] });
    for (let n = 0; n < 8; n++) {
      watched.call('run', { command: `command number ${n} of many, all quite different ${'x'.repeat(n * 5)}` }, ERROR, {
        isError: true,
      });
    }
    assert.deepEqual([watched.found().detection?.action, watched.found().detection?.finding.count], ['break', 8]);
    const [smallest] = watched.ask('fine').remedies;
    assert.deepEqual(
      smallest?.kind === 'raise' ? smallest.thresholds.find(({ key }) => key === 'maxStalls') : undefined,
      { key: 'maxStalls', before: 4, after: 5 },
    );
  });

  it('raise the rounds of calls made before', () => {
    const watched = new Watched({ mode: 'break', detectors: only(['stall'], { revisit: { limit: 5, warn: 5 } }) });
    for (const path of 'abcdefgh') {
      watched.call('read', { path }, `text of ${path}, which is long enough`);
    }
    for (const path of 'caedbhgf') {
      watched.call('read', { path }, `text of ${path}, which is long enough`);
    }
    assert.equal(watched.found().detection?.finding.detector, 'stall');
    assert.match(short(watched.ask('fine'))[0] ?? '', /^tools\.read\.detectors\.revisit\.limit=6/);
  });

  it('tell operations apart when a short word differs that comes again and again', () => {
    const watched = new Watched({ detectors: ['stall'] });
    const operations = ['add', 'list', 'add', 'list', 'check', 'add', 'check', 'list'];
    operations.forEach((operation, n) =>
      watched.call('plan', { operation, note: `a note of its own, number ${n}` }, 'Error: refused', { isError: true }),
    );
    assert.ok(
      short(watched.ask('fine')).includes('tools.plan.operationField="operation"'),
      short(watched.ask('fine')).join(),
    );
  });

  it('let an ignored argument make a difference again, and keep the other names', () => {
    const watched = new Watched({ tools: { run_in_terminal: { ignoredArguments: ['explanation', 'page'] } } });
    for (const page of ['first', 'second', 'third', 'fourth']) {
      watched.call('run_in_terminal', { command: 'make', page, explanation: 'builds' });
    }
    assert.equal(watched.found().detection?.action, 'break');
    assert.ok(
      short(watched.ask('fine')).includes('tools.run_in_terminal.ignoredArguments=["explanation"]'),
      short(watched.ask('fine')).join(),
    );
  });

  it('are for the operation, not for the whole tool', () => {
    const watched = new Watched({ tools: { plan: { operationField: 'operation' } } });
    'abcd'.split('').forEach(() => watched.call('plan', { operation: 'create' }));
    assert.deepEqual(short(watched.ask('fine')), ['tools.plan:create.maxRepeats=5', 'tools.plan:create.exempt=true']);
  });

  it('are written for the operation, even next to what is said of the tool', () => {
    const watched = new Watched({ tools: { plan: { operationField: 'operation', maxRepeats: 3 } } });
    'abc'.split('').forEach(() => watched.call('plan', { operation: 'create' }));
    assert.equal(watched.found().detection?.action, 'break');
    const [smallest] = watched.ask('fine').remedies;
    assert.deepEqual(smallest?.changes[0], { path: ['tools', 'plan:create', 'maxRepeats'], value: 4 });
  });

  it('count from the last new count, as the guard did', () => {
    const watched = new Watched();
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    watched.guard.reset(ONE);
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.deepEqual(short(watched.ask('fine'))[0], 'tools.probe.maxRepeats=5');
  });

  it('go back to the call the model had its chance for', () => {
    const watched = new Watched({ mode: 'chance_then_break' });
    watched.call('note', { text: 'something else' });
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    watched.call('note', { text: 'something else' });
    watched.call('probe', { path: 'a' });
    assert.deepEqual([watched.found().detection?.action, watched.found().detection?.afterChance], ['break', true]);
    const [smallest] = watched.ask('fine').remedies;
    assert.ok(smallest);
    const replayed = watched.replayed(smallest.changes);
    assert.deepEqual([replayed.has(5), replayed.has(7)], [false, false]);
  });

  it('say what else they would change: exempting a tool is shown to be the larger change', () => {
    const watched = new Watched();
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    const first = watched.found();
    watched.guard.reset(ONE);
    'abcdefgh'.split('').forEach(() => watched.call('probe', { path: 'b' }));
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'c' }, undefined, { conversation: 'two' }));
    const [raise, exempt] = watched.ask('fine', first).remedies;
    assert.equal(exempt?.kind, 'exempt');
    const numbers = (addresses: readonly { conversationId: string; number: number }[] = []): string[] =>
      addresses.map(({ conversationId, number }) => `${conversationId} ${number}`);
    assert.deepEqual(numbers(exempt.vanishing), ['one 3', 'one 7', 'one 8', 'two 3', 'two 4']);
    assert.deepEqual(numbers(raise?.vanishing), ['one 8', 'two 4']);
  });

  it('are none where a value set in chat is stronger', () => {
    const watched = new Watched();
    watched.conversations.overrides.set(ONE, 'maxRepeats', 3);
    watched.conversations.overrides.set(ONE, 'warnRepeats', 3);
    'abc'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.deepEqual(short(watched.ask('fine')), ['tools.probe.exempt=true']);
  });

  it('are none where the workspace says otherwise', () => {
    const watched = new Watched();
    watched.change({ workspace: { tools: { probe: { maxRepeats: 3, exempt: false } } } });
    'abc'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.deepEqual(watched.ask('fine'), { remedies: [], reason: 'impossible' });
  });

  it('are none when the settings were changed since', () => {
    const watched = new Watched();
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    watched.change({ user: { maxRepeats: 8, detectors: { repeat: { warn: 6 } } } });
    assert.deepEqual(watched.ask('fine'), { remedies: [], reason: 'settled' });
  });

  it('are none where texts would be needed that are kept no more', () => {
    const watched = new Watched({ detectors: ['similar'] }, { argumentCharacters: 20 });
    for (const end of '?!.;:') {
      watched.call('search', { query: `how to write a good loop${end}` });
    }
    assert.equal(watched.found().detection?.finding.detector, 'similar');
    assert.deepEqual(watched.ask('fine'), { remedies: [], reason: 'forgotten' });
  });

  it('know identical calls by their digest when the arguments were too large to keep', () => {
    const watched = new Watched({}, { argumentCharacters: 20 });
    'abcd'.split('').forEach(() => watched.call('write', { text: 'x'.repeat(5000) }));
    assert.deepEqual(short(watched.ask('fine'))[0], 'tools.write.maxRepeats=5');
  });

  it('throw away nothing that a person wrote, however odd', () => {
    const watched = new Watched({ tools: { probe: 'never' } });
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.deepEqual(watched.ask('fine'), { remedies: [], reason: 'impossible' });
  });
});

describe('remedies for "this was a loop"', () => {
  it('lower the limit to the call that was only warned about', () => {
    const watched = new Watched();
    'abc'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.deepEqual(short(watched.ask('loop')), ['tools.probe.maxRepeats=3']);
  });

  it('are none after a stop: it was right', () => {
    const watched = new Watched();
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.deepEqual(watched.ask('loop'), { remedies: [], reason: 'settled' });
  });

  it('ignore the one argument in which calls differ, next to the names that are ignored already', () => {
    const watched = new Watched();
    for (let n = 0; n < 4; n++) {
      watched.call(
        'run_in_terminal',
        { command: 'make', goal: 'build', requestId: `${n}${'abcdefghij'.repeat(n + 1)}` },
        `built at ${'abcd'.charAt(n)}`,
      );
    }
    const call = watched.conversation.calls.at(-1);
    assert.equal(call?.detection, undefined);
    const same = new Watched();
    for (let n = 0; n < 4; n++) {
      same.call('run_in_terminal', { command: 'make', goal: 'build', requestId: `${n}${'abcdefghij'.repeat(n + 1)}` });
    }
    assert.deepEqual(short(watched.ask('loop', call)), []);
    assert.ok(
      short(same.ask('loop', same.conversation.calls.at(-1))).includes(
        'tools.run_in_terminal.ignoredArguments=["explanation","goal","timeout","requestId"]',
      ),
      short(same.ask('loop', same.conversation.calls.at(-1))).join(),
    );
  });

  it('find a rule for a call in which nothing was found', () => {
    const watched = new Watched();
    'ab'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    assert.ok(short(watched.ask('loop')).includes('tools.probe.maxRepeats=2'));
  });
});
