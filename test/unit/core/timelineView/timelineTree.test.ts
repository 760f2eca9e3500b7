import { only } from '../../../fakes/only';
import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import type { TimelineLine } from '../../../../src/core/timelineView/line';
import { lineOf } from '../../../../src/core/timelineView/timelineLine';
import { keyOf, type TimelineNode } from '../../../../src/core/timelineView/timelineNode';
import { callTexts } from '../../../../src/core/timelineView/callTexts';
import { lastLoopMs, unseenLoops } from '../../../../src/core/timelineView/unseenLoops';
import { parseCallAddress } from '../../../../src/core/timeline/callAddress';
import { callLabel } from '../../../../src/core/words/callLabel';
import { LISTED_LOOPS, TimelineTree } from '../../../../src/core/timelineView/timelineTree';
import { Watched } from '../../../fakes/watched';

const LOOPING = { detectors: only(['repeat'], { repeat: { warn: 1000 } }) };

const TEXTS = {
  translate: inEnglish,
  labels: callLabel,
  nowMs: 0,
};

const loopsOf = (watched: Watched): TimelineTree => new TimelineTree(watched.timeline, inEnglish);
const line = (tree: TimelineTree, node: TimelineNode): TimelineLine => lineOf(node, tree, TEXTS) as TimelineLine;

/** Every line of the tree. */
function* all(
  tree: TimelineTree,
  node?: TimelineNode,
): Generator<{ node: TimelineNode; parent: TimelineNode | undefined }> {
  for (const child of tree.children(node)) {
    yield { node: child, parent: node };
    yield* all(tree, child);
  }
}

function looped(): Watched {
  const watched = new Watched(LOOPING);
  watched.guard.beginTurn('one', 'Fix the build');
  watched.call('list');
  for (let n = 0; n < 4; n++) {
    watched.call('read', { path: 'a' });
  }
  watched.guard.beginTurn('one');
  watched.call('write', {}, 'Error: disk full');
  return watched;
}

describe('the timeline as a tree', () => {
  it('knows what is above each line, and gives the same line the same object under a key of its own', () => {
    const tree = loopsOf(looped());
    const lines = [...all(tree)];
    for (const { node, parent } of lines) {
      assert.equal(tree.parent(node), parent, keyOf(node));
    }
    assert.ok(lines.length > 5, `${lines.length}`);
    assert.equal(new Set(lines.map(({ node }) => keyOf(node))).size, lines.length);
  });

  it('says in the tooltip of a loop in which call it was found, and when', () => {
    const { heading } = callTexts(looped().detected, inEnglish, callLabel, String);
    assert.equal(heading, 'Loop found in call 5: Identical calls, read(a), stopped, at 5');
  });

  it('gives commands the address of the call in which a loop was found', () => {
    assert.deepEqual(
      loopsOf(looped())
        .children()
        .map((node) => parseCallAddress(node)?.number),
      [5],
    );
  });

  it('tells the rest of an explanation after it changed', () => {
    const watched = new Watched({ ...LOOPING, mode: 'chance' });
    for (let n = 0; n < 4; n++) {
      watched.call('read');
    }
    const tree = loopsOf(watched);
    const texts = (): string => [...all(tree)].map(({ node }) => line(tree, node).label).join('\n');
    assert.match(texts(), /The model has made no call since then\./);
    watched.call('write');
    tree.changed('one');
    assert.match(texts(), /The model changed course\./);
  });

  it('is empty while there are no loops and after everything was forgotten', () => {
    const watched = new Watched(LOOPING);
    const tree = loopsOf(watched);
    watched.call('read');
    assert.deepEqual(tree.children(), []);
    for (let n = 0; n < 3; n++) {
      watched.call('read');
    }
    const [loop] = tree.children();
    watched.timeline.clear();
    tree.changed('one');
    assert.deepEqual(tree.children(), []);
    assert.deepEqual(tree.children(loop), []);
    assert.equal(lineOf(loop as TimelineNode, tree, TEXTS), undefined);
  });
});

describe('the timeline as a list of loops', () => {
  const rows = (tree: TimelineTree): (readonly [string, string | undefined])[] =>
    tree.children().map((node) => {
      const { label, description } = line(tree, node);
      return [label, description];
    });

  it('has one line a loop: what was called, how often, what was done, where and when', () => {
    const tree = loopsOf(looped());
    assert.deepEqual(rows(tree), [['read(a) ×4', 'Fix the build · now']]);
    const shown = line(tree, tree.children()[0] as TimelineNode);
    assert.equal(shown.spoken, 'Loop, stopped: read(a), 4 times, Identical calls. Fix the build, now');
    assert.deepEqual([shown.icon.id, shown.contextValue, shown.opens], ['stop-circle', 'detection', 'on demand']);
  });

  it('begins with the file and the count, so that the chat is seen next to them in a narrow panel', () => {
    const prompt = 'Fix the build, then say what was wrong with it and why nobody saw it';
    const rowOf = (path: string): readonly [string, string | undefined] => {
      const watched = new Watched({ detectors: only(['repeat'], { repeat: { warn: 1000 } }) });
      watched.guard.beginTurn('one', prompt);
      for (let n = 0; n < 4; n++) {
        watched.call('mcp_shop_read_file', { path, startLine: 1, endLine: 50 });
      }
      const tree = loopsOf(watched);
      const spoken = `mcp_shop_read_file(${path}, startLine: 1, endLine: 50), 4 times`;
      assert.ok(line(tree, tree.children()[0] as TimelineNode).spoken.includes(spoken));
      return rows(tree)[0] as [string, string | undefined];
    };
    const [label, description] = rowOf('src/checkout/payment.ts');
    assert.equal(label, '…/payment.ts ×4');
    assert.match(description ?? '', /^Fix the build, then.*… .*saw it · now · mcp.*….*file\(…\/payment\.ts\)$/);
    assert.ok((description ?? '').length <= 40 + ' · now · '.length + 34, description);
    for (const path of ['src/checkout.ts', 'src/checkout/payment-service.ts', 'C:\\shop\\src\\checkout\\pay.ts']) {
      const [name] = rowOf(path);
      assert.ok(name.length <= 16 + ' ×4'.length, name);
      assert.match(name, /(?:^|[…/\\])pay.*\.ts ×4$|^src\/checkout\.ts ×4$/);
    }
  });

  it('keeps the tool of a call whose argument says little, and repeats no call that is shown whole', () => {
    const watched = new Watched({ detectors: only(['repeat'], { repeat: { warn: 1000 } }) });
    for (const [tool, given] of [
      ['list', {}],
      ['wait', { seconds: 'a' }],
      ['run_the_long_command', { command: 'npm test' }],
    ] as const) {
      watched.guard.beginTurn('one', 'Fix the build');
      for (let n = 0; n < 4; n++) {
        watched.call(tool, given);
      }
    }
    assert.deepEqual(rows(loopsOf(watched)), [
      ['npm test ×4', 'Fix the build · now · run_the_long_command(npm test)'],
      ['wait(a) ×4', 'Fix the build · now'],
      ['list ×4', 'Fix the build · now'],
    ]);
  });

  it('counts a warning and the stop after it as one loop, which keeps its line', () => {
    const watched = new Watched({ detectors: only(['repeat'], { repeat: { warn: 3 } }) });
    const tree = loopsOf(watched);
    for (let n = 0; n < 3; n++) {
      watched.call('read');
    }
    const warned = tree.children()[0] as TimelineNode;
    assert.deepEqual(rows(tree), [['read ×3', 'read · now']]);
    watched.call('read');
    const stopped = tree.children()[0] as TimelineNode;
    assert.deepEqual(rows(tree), [['read ×4', 'read · now']]);
    assert.equal(keyOf(stopped), keyOf(warned));
    assert.equal(tree.loopOf({ conversationId: 'one', number: 3 }), stopped);
  });

  it('names the calls of a cycle in their order, and lists the newest loop of all conversations first', () => {
    const watched = new Watched({
      detectors: only(['cycle', 'repeat'], { cycle: { warn: 1000 }, repeat: { warn: 1000 } }),
    });
    for (let n = 0; n < 3; n++) {
      watched.call('edit', { path: 'a' }, 'Error: no');
      watched.call('test', {}, 'Error: no');
    }
    watched.guard.beginTurn('two', 'Look');
    for (let n = 0; n < 4; n++) {
      watched.call('read', { path: 'b' }, 'same', { conversation: 'two' });
    }
    assert.deepEqual(
      rows(loopsOf(watched)).map(([label]) => label),
      ['read(b) ×4', 'edit(a) → test ×3'],
    );
  });

  it('lists the newest hundred of many loops, and says that there are older ones', () => {
    const watched = new Watched({ maxRepeats: 1000, detectors: only(['repeat'], { repeat: { warn: 2 } }) });
    for (let n = 0; n < 250; n++) {
      watched.guard.beginTurn('one', `Message of mine ${n}`);
      watched.call('read', { n });
      watched.call('read', { n });
    }
    const tree = loopsOf(watched);
    const shown = rows(tree);
    assert.equal(shown.length, LISTED_LOOPS + 1);
    assert.match(shown[0]?.[0] ?? '', /n: 249/);
    assert.match(shown.at(-1)?.[0] ?? '', /^150 older loops$/);
    for (const { node, parent } of all(tree)) {
      assert.equal(tree.parent(node), parent, keyOf(node));
    }
  });

  it('shows nothing but loops of 30 conversations with 200 calls each', () => {
    const watched = new Watched({ detectors: only(['repeat'], { repeat: { warn: 1000 } }) });
    for (let conversation = 0; conversation < 30; conversation++) {
      for (let call = 0; call < 200; call++) {
        const isLooping = conversation % 3 === 0 && call >= 196;
        watched.call('read', { path: isLooping ? 'same' : `file ${call}` }, `answer ${isLooping ? '' : call}`, {
          conversation: `conversation ${conversation}`,
        });
      }
    }
    const tree = loopsOf(watched);
    const shown = tree.children().map((node) => line(tree, node));
    assert.equal(shown.length, 10);
    assert.ok(shown.every(({ icon, label }) => icon.id === 'stop-circle' && label === 'same ×4'));
  });

  it('says what the user said of a loop', () => {
    const watched = looped();
    watched.detected.feedback = 'fine';
    assert.deepEqual(rows(loopsOf(watched)), [['read(a) ×4', 'Fix the build · now']]);
  });

  it('counts the loops that the user has not seen', () => {
    const watched = looped();
    const conversations = watched.timeline.conversations;
    assert.equal(unseenLoops(conversations, 0), 1);
    assert.equal(unseenLoops(conversations, lastLoopMs(conversations)), 0);
  });
});
