import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import type { TimelineLine } from '../../../../src/core/timelineView/line';
import { lineOf } from '../../../../src/core/timelineView/timelineLine';
import { keyOf, type TimelineNode } from '../../../../src/core/timelineView/timelineNode';
import { BLOCK_SIZE } from '../../../../src/core/timelineView/timelineNodes';
import { callTexts } from '../../../../src/core/timelineView/callLine';
import { lastLoopMs, unseenLoops } from '../../../../src/core/timelineView/unseenLoops';
import { parseCallAddress } from '../../../../src/core/timeline/callAddress';
import { callLabel } from '../../../../src/core/words/callLabel';
import { TimelineTree } from '../../../../src/core/timelineView/timelineTree';
import { Watched } from '../../../fakes/watched';

const LOOPING = { detectors: ['repeat'], earlyWarnings: { warnRepeats: 1000 } };

const TEXTS = {
  translate: inEnglish,
  labels: callLabel,
  timeText: (atMs: number) => `at ${atMs}`,
  nowMs: 0,
};

/** A tree of all calls. */
const treeOf = (watched: Watched): TimelineTree => {
  const tree = new TimelineTree(watched.timeline, inEnglish);
  tree.mode = 'calls';
  return tree;
};
/** A tree of loops, as it is at first. */
const loopsOf = (watched: Watched): TimelineTree => new TimelineTree(watched.timeline, inEnglish);
const line = (tree: TimelineTree, node: TimelineNode): TimelineLine => lineOf(node, tree, TEXTS) as TimelineLine;

/** Labels of the lines, each level moved in, down to the calls. */
function labels(tree: TimelineTree, node?: TimelineNode, depth = 0): string[] {
  return tree
    .children(node)
    .flatMap((child) => [
      `${'  '.repeat(depth)}${line(tree, child).label}`,
      ...(child.kind === 'call' ? [] : labels(tree, child, depth + 1)),
    ]);
}

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
  it('lists conversations, messages and their calls, equal neighbours on one line', () => {
    assert.deepEqual(labels(treeOf(looped())), [
      'Fix the build',
      '  Fix the build',
      '    list',
      '    read(a) ×3',
      '      read(a)',
      '      read(a)',
      '      read(a)',
      '    read(a)',
      '  Message 2',
      '    write',
    ]);
  });

  it('skips the message where a conversation has but one', () => {
    const watched = new Watched(LOOPING);
    watched.guard.beginTurn('one', 'Fix the build');
    watched.call('list');
    watched.call('read');
    const tree = treeOf(watched);
    assert.deepEqual(labels(tree), ['Fix the build', '  list', '  read']);
    for (const { node, parent } of all(tree)) {
      assert.equal(tree.parent(node), parent, keyOf(node));
    }
    watched.guard.beginTurn('one', 'Go on');
    watched.call('read');
    assert.deepEqual(labels(tree), ['Fix the build', '  Fix the build', '    list', '    read', '  Go on', '    read']);
  });

  it('puts no calls together that differ in arguments or fate', () => {
    const watched = new Watched({ detectors: [] });
    watched.call('read', { path: 'a' });
    watched.call('read', { path: 'a' });
    watched.call('read', { path: 'b' });
    watched.call('read', { path: 'a' });
    assert.deepEqual(labels(treeOf(watched)).slice(1), [
      '  read(a) ×2',
      '    read(a)',
      '    read(a)',
      '  read(b)',
      '  read(a)',
    ]);
  });

  it('has below a detection its explanation, and nothing below other calls', () => {
    const tree = treeOf(looped());
    for (const { node } of all(tree)) {
      if (node.kind === 'call') {
        const isDetection = line(tree, node).contextValue === 'detection';
        assert.equal(tree.children(node).length > 0, isDetection);
        assert.equal(line(tree, node).opens === 'never', !isDetection);
      }
    }
  });

  it('knows what is above each line, and gives the same line the same object', () => {
    const watched = looped();
    for (let n = 0; n < 250; n++) {
      watched.call(`tool ${n}`);
    }
    const tree = treeOf(watched);
    let lines = 0;
    for (const { node, parent } of all(tree)) {
      assert.equal(tree.parent(node), parent, keyOf(node));
      lines++;
    }
    assert.ok(lines > 280, `${lines}`);
  });

  it('has its own key for each line', () => {
    const tree = treeOf(looped());
    const keys = [...all(tree)].map(({ node }) => keyOf(node));
    assert.equal(new Set(keys).size, keys.length);
  });

  it('never lists more than a hundred lines below one, with ten thousand calls in a conversation', () => {
    const watched = new Watched({ detectors: [] });
    watched.guard.beginTurn('one', 'Work');
    for (let n = 0; n < 10_050; n++) {
      watched.call('read', { n }, undefined);
    }
    const tree = treeOf(watched);
    const [conversation] = tree.children();
    const blocks = tree.children(conversation);
    assert.ok(blocks.length <= BLOCK_SIZE + 1, `${blocks.length}`);
    assert.deepEqual(
      [blocks[0], blocks.at(-1)].map((block) => line(tree, block as TimelineNode).label),
      ['Calls 51–100', 'Calls 10001–10050'],
    );
    let calls = 0;
    for (const block of blocks) {
      const children = tree.children(block);
      assert.ok(children.length <= BLOCK_SIZE);
      calls += children.length;
    }
    assert.equal(calls, 10_000);
    const last = tree.call({ conversationId: 'one', number: 10_050 }, 'turn');
    assert.equal(tree.parent(last), blocks.at(-1));
    assert.match(line(tree, conversation as TimelineNode).description ?? '', /^10050 calls · /);
  });

  it('cuts long lists of messages into blocks too', () => {
    const watched = new Watched({ detectors: [] });
    for (let n = 0; n < 250; n++) {
      watched.guard.beginTurn('one', `Message of mine ${n}`);
      watched.call('read');
      watched.call('read');
    }
    const tree = treeOf(watched);
    assert.deepEqual(
      tree.children(tree.children()[0]).map((node) => line(tree, node).label),
      ['Messages 1–100', 'Messages 101–200', 'Messages 201–250'],
    );
    for (const { node, parent } of all(tree)) {
      assert.equal(tree.parent(node), parent, keyOf(node));
    }
  });

  it('shows and speaks what became of a call, and when only in its tooltip', () => {
    const tree = treeOf(looped());
    const lines = [...all(tree)]
      .filter(({ node }) => node.kind === 'call' || node.kind === 'calls')
      .map(({ node }) => line(tree, node));
    assert.deepEqual(
      lines.map(({ description }) => description),
      [
        'What list always says.',
        'What read always says.',
        'What read always says.',
        'What read always says.',
        'What read always says.',
        'stopped',
        'failed · Error: disk full',
      ],
    );
    assert.equal(lines[0]?.spoken, 'Call 1: list, answered');
    assert.equal(lines[1]?.spoken, 'Calls 2 to 4: read(a), 3 times, answered');
    assert.equal(lines[5]?.spoken, 'Loop found in call 5: Identical calls, read(a), stopped');
    assert.deepEqual(
      lines.map(({ icon }) => icon.id),
      ['pass', 'pass', 'pass', 'pass', 'pass', 'stop-circle', 'error'],
    );
    assert.deepEqual(
      lines.map(({ contextValue }) => contextValue),
      ['call', 'calls', 'call', 'call', 'call', 'detection', 'call'],
    );
    const call = looped().conversation.callNumbered(1) ?? assert.fail();
    assert.equal(callTexts(call, inEnglish, callLabel, String).heading, 'Call 1: list, answered, at 1');
  });

  it('gives commands the address of a call, of equal calls and of a loop', () => {
    const addresses = (tree: TimelineTree): unknown[] =>
      [...all(tree)]
        .filter(({ node }) => node.kind === 'call' || node.kind === 'calls')
        .map(({ node }) => parseCallAddress(node)?.number);
    assert.deepEqual(addresses(treeOf(looped())), [1, 4, 2, 3, 4, 5, 6]);
    assert.deepEqual(addresses(loopsOf(looped())), [5]);
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
    tree.changed({ conversationId: 'one' });
    assert.match(texts(), /The model changed course\./);
  });

  it('is empty for conversations without calls and after everything was forgotten', () => {
    const watched = new Watched(LOOPING);
    watched.guard.beginTurn('one', 'Hello');
    const tree = treeOf(watched);
    assert.deepEqual(tree.children(), []);
    watched.call('read');
    const [conversation] = tree.children();
    watched.timeline.clear();
    assert.deepEqual(tree.children(), []);
    assert.deepEqual(tree.children(conversation), []);
    assert.equal(lineOf(conversation as TimelineNode, tree, TEXTS), undefined);
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
      const watched = new Watched({ detectors: ['repeat'], earlyWarnings: { warnRepeats: 1000 } });
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
    const watched = new Watched({ detectors: ['repeat'], earlyWarnings: { warnRepeats: 1000 } });
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
    const watched = new Watched({ detectors: ['repeat'], earlyWarnings: { warnRepeats: 3 } });
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
    assert.equal(tree.call({ conversationId: 'one', number: 3 }, 'loops'), stopped);
  });

  it('names the calls of a cycle in their order, and lists the newest loop of all conversations first', () => {
    const watched = new Watched({
      detectors: ['cycle', 'repeat'],
      earlyWarnings: { minPatternRepetitions: 1000, warnRepeats: 1000 },
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
    const watched = new Watched({ detectors: ['repeat'], earlyWarnings: { warnRepeats: 2 }, maxRepeats: 1000 });
    for (let n = 0; n < 250; n++) {
      watched.guard.beginTurn('one', `Message of mine ${n}`);
      watched.call('read', { n });
      watched.call('read', { n });
    }
    const tree = loopsOf(watched);
    const shown = rows(tree);
    assert.equal(shown.length, BLOCK_SIZE + 1);
    assert.match(shown[0]?.[0] ?? '', /n: 249/);
    assert.match(shown.at(-1)?.[0] ?? '', /^150 older loops\./);
    for (const { node, parent } of all(tree)) {
      assert.equal(tree.parent(node), parent, keyOf(node));
    }
  });

  it('shows nothing but loops of 30 conversations with 200 calls each', () => {
    const watched = new Watched({ detectors: ['repeat'], earlyWarnings: { warnRepeats: 1000 } });
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
