import { only } from '../../../fakes/only';
import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import { callLabel } from '../../../../src/core/words/callLabel';
import {
  callLines,
  LISTED_LOOPS,
  type LoopLine,
  loopLines,
  type ViewLine,
} from '../../../../src/core/timelineView/loopLines';
import { Watched } from '../../../fakes/watched';

const LOOPING = { detectors: only(['repeat']) };

const TEXTS = {
  translate: inEnglish,
  labels: callLabel,
  nowMs: 0,
};

const loopsOf = ({ timeline }: Watched): readonly LoopLine[] => loopLines(timeline, TEXTS) as readonly LoopLine[];
const callsOf = (watched: Watched, loop = loopsOf(watched)[0]): readonly ViewLine[] =>
  callLines(loop ?? assert.fail(), watched.timeline, inEnglish);

function looped(): Watched {
  const watched = new Watched(LOOPING);
  watched.guard.beginTurn('one', 'Fix the build');
  watched.call('list');
  watched.times(4, 'read', { path: 'a' });
  watched.guard.beginTurn('one');
  watched.call('write', {}, 'Error: disk full');
  return watched;
}

describe('the calls below a loop', () => {
  it('stand in their order, with what each returned, under keys of their own', () => {
    const watched = looped();
    assert.deepEqual(
      callsOf(watched).map(({ label, description, icon }) => [label, description, icon.id]),
      [
        ['2. A · read', 'first result · What read always says.', 'circle-large-outline'],
        ['3. A · read', 'the same result · What read always says.', 'circle-large-outline'],
        ['4. A · read', 'the same result · What read always says.', 'circle-large-outline'],
        ['5. A · read', 'blocked', 'circle-slash'],
      ],
    );
    const ids = [...loopsOf(watched), ...callsOf(watched)].map(({ id }) => id);
    assert.equal(new Set(ids).size, 5);
  });

  it('are all of those that ran, also after a warning', () => {
    const watched = new Watched({ ...LOOPING, mode: 'warn' });
    watched.times(6, 'read', { path: 'a' });
    watched.call('write');
    assert.match(loopsOf(watched)[0]?.label ?? '', / ×6$/);
    assert.equal(callsOf(watched).length, 6);
  });

  it('count answers, whatever else stands in them, and passes of a cycle', () => {
    const [answers, cycle] = [new Watched({ ...LOOPING, mode: 'warn' }), new Watched({ mode: 'warn' })];
    for (let n = 0; n < 12; n++) {
      ['a', 'a', 'b'].forEach((path) => answers.call('read', { path }, 'same', { round: `round ${n}` }));
      cycle.call('read', { path: `${n % 2}` });
    }
    assert.deepEqual(
      [answers, cycle].map((watched) => /×\d+$/.exec(loopsOf(watched)[0]?.label ?? '')?.[0]),
      ['×12', '×5'],
    );
  });

  it('are named by their tool where none of them was made so often', () => {
    const watched = new Watched();
    for (const name of ['crow', 'daw', 'finch', 'gull', 'heron', 'ibis', 'jay', 'kite']) {
      watched.call('fetch', { url: name }, 'Error: 500 Internal Server Error');
    }
    assert.equal(loopsOf(watched)[0]?.label, 'fetch ×8');
  });

  it('are few for a long loop', () => {
    const watched = new Watched({ maxRepeats: 500, detectors: only(['repeat']) });
    watched.times(500, 'read');
    const lines = callsOf(watched);
    assert.deepEqual([lines.length, lines[10]?.label], [61, '440 more calls of the loop']);
  });

  it('are none after everything was forgotten', () => {
    const watched = looped();
    const [loop] = loopsOf(watched);
    watched.timeline.clear();
    assert.deepEqual([loopsOf(watched), callsOf(watched, loop)], [[], []]);
  });
});

describe('the timeline as a list of loops', () => {
  const rows = (watched: Watched): (readonly [string, string | undefined])[] =>
    loopsOf(watched).map(({ label, description }) => [label, description]);

  it('gives commands the address of the call in which a loop was found', () => {
    assert.deepEqual(
      loopsOf(looped()).map((line) => 'number' in line && line.number),
      [5],
    );
  });

  it('has one line a loop: what was called, how often, what was done, when and where', () => {
    const watched = looped();
    assert.deepEqual(rows(watched), [['read(a) ×4', 'now · Fix the build']]);
    const [shown] = loopsOf(watched);
    assert.equal(shown?.spoken, 'Loop, stopped: read(a), 4 times, Identical calls. Fix the build, now');
    assert.equal(shown?.icon.id, 'stop-circle');
  });

  it('begins with the file and the count, so that the chat is seen next to them in a narrow panel', () => {
    const prompt = 'Fix the build, then say what was wrong with it and why nobody saw it';
    const rowOf = (path: string): readonly [string, string | undefined] => {
      const watched = new Watched({ detectors: only(['repeat']) });
      watched.guard.beginTurn('one', prompt);
      watched.times(4, 'mcp_shop_read_file', { path, startLine: 1, endLine: 50 });
      const spoken = `mcp_shop_read_file(${path}, startLine: 1, endLine: 50), 4 times`;
      assert.ok(loopsOf(watched)[0]?.spoken.includes(spoken));
      return rows(watched)[0] as [string, string | undefined];
    };
    const [label, description] = rowOf('src/checkout/payment.ts');
    assert.equal(label, '…/payment.ts ×4');
    assert.match(description ?? '', /^now · Fix the build, then.*… .*saw it · mcp.*….*file\(…\/payment\.ts\)$/);
    assert.ok((description ?? '').length <= 'now · '.length + 40 + ' · '.length + 34, description);
    for (const path of ['src/checkout.ts', 'src/checkout/payment-service.ts', 'C:\\shop\\src\\checkout\\pay.ts']) {
      const [name] = rowOf(path);
      assert.ok(name.length <= 16 + ' ×4'.length, name);
      assert.match(name, /(?:^|[…/\\])pay.*\.ts ×4$|^src\/checkout\.ts ×4$/);
    }
  });

  it('keeps the tool of a call whose argument says little, and repeats no call that is shown whole', () => {
    const watched = new Watched({ detectors: only(['repeat']) });
    for (const [tool, given] of [
      ['list', {}],
      ['wait', { seconds: 'a' }],
      ['run_the_long_command', { command: 'npm test' }],
    ] as const) {
      watched.guard.beginTurn('one', 'Fix the build');
      watched.times(4, tool, given);
    }
    assert.deepEqual(rows(watched), [
      ['npm test ×4', 'now · Fix the build · run_the_long_command(npm test)'],
      ['wait(a) ×4', 'now · Fix the build'],
      ['list ×4', 'now · Fix the build'],
    ]);
  });

  it('counts a warning and the stop after it as one loop, which keeps its line', () => {
    const watched = new Watched({ detectors: only(['repeat']) });
    watched.times(3, 'read');
    const [warned] = loopsOf(watched);
    assert.deepEqual(rows(watched), [['read ×3', 'now · read']]);
    watched.call('read');
    const [stopped] = loopsOf(watched);
    assert.deepEqual(rows(watched), [['read ×4', 'now · read']]);
    assert.equal(stopped?.id, warned?.id);
  });

  it('names the calls of a cycle in their order, and lists the newest loop of all conversations first', () => {
    const watched = new Watched({
      detectors: only(['cycle', 'repeat']),
    });
    for (let n = 0; n < 3; n++) {
      watched.call('edit', { path: 'a' }, 'Error: no');
      watched.call('test', {}, 'Error: no');
    }
    watched.guard.beginTurn('two', 'Look');
    watched.times(4, 'read', { path: 'b' }, 'same', { conversation: 'two' });
    assert.deepEqual(
      rows(watched).map(([label]) => label),
      ['read(b) ×4', 'edit(a) → test ×3'],
    );
  });

  it('cuts no name of a tool that there is room for, and names the tool of a cycle once', () => {
    const labelOf = (...cycle: readonly (readonly [tool: string, path: string])[]): string | undefined => {
      const watched = new Watched({ detectors: only(['cycle']) });
      for (let n = 0; n < 3; n++) {
        cycle.forEach(([tool, path]) => watched.call(tool, { path }, 'Error: no'));
      }
      return loopsOf(watched)[0]?.label;
    };
    assert.deepEqual(
      [
        labelOf(['list_dir', 'src'], ['list_dir', 'test']),
        labelOf(['read_file', 'src/a.ts'], ['read_file', 'src/b.ts']),
        labelOf(['read_file', 'src/checkout.ts'], ['read_file', 'src/prices.ts']),
        labelOf(['read_file', 'src/a.ts'], ['list_dir', 'src']),
        labelOf(['replace_string_in_file', 'src/a.ts'], ['get_it', 'src/a.ts']),
      ],
      [
        'list_dir(src → test) ×3',
        'src/a.ts → src/b.ts ×3',
        'chec….ts → pric….ts ×3',
        'read_file → list_dir ×3',
        'repla…_file → get_it ×3',
      ],
    );
  });

  it('lists the newest hundred of many loops, and says that there are older ones', () => {
    const watched = new Watched(LOOPING);
    for (let n = 0; n < 250; n++) {
      watched.guard.beginTurn('one', `Message of mine ${n}`);
      watched.call('read', { n });
      watched.call('read', { n });
      watched.call('read', { n });
    }
    const shown = rows(watched);
    assert.equal(shown.length, LISTED_LOOPS + 1);
    assert.match(shown[0]?.[0] ?? '', /n: 249/);
    assert.match(shown.at(-1)?.[0] ?? '', /^150 older loops$/);
  });
});
