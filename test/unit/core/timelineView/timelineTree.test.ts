import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import type { TimelineLine } from '../../../../src/core/timelineView/line';
import { lineOf } from '../../../../src/core/timelineView/timelineLine';
import { keyOf, type TimelineNode } from '../../../../src/core/timelineView/timelineNode';
import { BLOCK_SIZE } from '../../../../src/core/timelineView/timelineNodes';
import { TimelineTree } from '../../../../src/core/timelineView/timelineTree';
import { sourceOf, Watched } from '../../../fakes/watched';

const LOOPING = { detectors: ['repeat'], warnRepeats: 1000 };

const treeOf = (watched: Watched): TimelineTree => new TimelineTree([watched.source], inEnglish);
const line = (tree: TimelineTree, node: TimelineNode): TimelineLine =>
  lineOf(node, tree, {
    translate: inEnglish,
    timeText: (atMs) => `at ${atMs}`,
    sourceLabel: (id) => id,
  }) as TimelineLine;

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
  it('lists conversations, their loops first, then messages with their calls', () => {
    assert.deepEqual(labels(treeOf(looped())), [
      'Fix the build',
      '  1 loop found',
      '    Identical calls: read',
      '  Fix the build',
      '    list',
      '    read',
      '    read',
      '    read',
      '    read',
      '  Message 2',
      '    write',
    ]);
  });

  it('counts a warning and the stop of the same loop as one loop', () => {
    const watched = new Watched({ detectors: ['repeat'], warnRepeats: 3 });
    for (let n = 0; n < 4; n++) {
      watched.call('read');
    }
    watched.guard.beginTurn('one', 'Again');
    for (let n = 0; n < 4; n++) {
      watched.call('read');
    }
    const tree = treeOf(watched);
    const loops = tree.children(tree.children()[0])[0] as TimelineNode;
    assert.deepEqual(
      [line(tree, loops).label, line(tree, loops).description, tree.children(loops).length],
      ['2 loops found', 'noticed 4 times', 4],
    );
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
    const [turn] = tree.children(conversation);
    const blocks = tree.children(turn);
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
    const last = tree.call({ source: 'live', conversationId: 'one', number: 10_050 }, 'turn');
    assert.equal(tree.parent(last), blocks.at(-1));
    assert.equal(line(tree, turn as TimelineNode).description, '10000 calls');
  });

  it('cuts long lists of messages and of loops into blocks too', () => {
    const watched = new Watched({ detectors: ['repeat'], warnRepeats: 2, maxRepeats: 1000 });
    for (let n = 0; n < 250; n++) {
      watched.guard.beginTurn('one', `Message of mine ${n}`);
      watched.call('read');
      watched.call('read');
    }
    const tree = treeOf(watched);
    const [loops, ...turns] = tree.children(tree.children()[0]);
    assert.deepEqual(
      turns.map((node) => line(tree, node).label),
      ['Messages 1–100', 'Messages 101–200', 'Messages 201–250'],
    );
    assert.deepEqual(
      tree.children(loops).map((node) => line(tree, node).label),
      ['Loops 201–250', 'Loops 101–200', 'Loops 1–100'],
    );
    for (const { node, parent } of all(tree)) {
      assert.equal(tree.parent(node), parent, keyOf(node));
    }
  });

  it('shows and speaks what became of a call', () => {
    const tree = treeOf(looped());
    const lines = [...all(tree)].filter(({ node }) => node.kind === 'call').map(({ node }) => line(tree, node));
    assert.deepEqual(
      lines.map(({ description }) => description),
      [
        '#5 · at 5 · agent stopped',
        '#1 · at 1 · What list always says.',
        '#2 · at 2 · What read always says.',
        '#3 · at 3 · What read always says.',
        '#4 · at 4 · What read always says.',
        '#5 · at 5 · agent stopped',
        '#6 · at 6 · failed · Error: disk full',
      ],
    );
    assert.equal(lines[0]?.spoken, 'Loop found in call 5: Identical calls, read, agent stopped, at at 5');
    assert.equal(lines[1]?.spoken, 'Call 1: list, answered, at at 1');
    assert.deepEqual(
      lines.map(({ icon }) => icon.id),
      ['stop-circle', 'pass', 'pass', 'pass', 'pass', 'stop-circle', 'error'],
    );
    assert.deepEqual(
      lines.map(({ contextValue }) => contextValue),
      ['detection', 'call', 'call', 'call', 'call', 'detection', 'call'],
    );
  });

  it('gives commands the address of a call', () => {
    const tree = treeOf(looped());
    const detection = [...all(tree)].find(({ node }) => node.kind === 'call')?.node as {
      conversationId?: string;
      number?: number;
    };
    assert.deepEqual([detection.conversationId, detection.number], ['one', 5]);
  });

  it('tells the rest of an explanation after it changed', () => {
    const watched = new Watched({ ...LOOPING, mode: 'chance' });
    for (let n = 0; n < 4; n++) {
      watched.call('read');
    }
    const tree = treeOf(watched);
    const texts = (): string => [...all(tree)].map(({ node }) => line(tree, node).label).join('\n');
    assert.match(texts(), /The model has made no call since\./);
    watched.call('write');
    tree.changed({ source: 'live', conversationId: 'one' });
    assert.match(texts(), /The model took the chance and did something else\./);
  });

  it('has headings for its sources once there are several', () => {
    const [one, two] = [looped(), looped()];
    const tree = new TimelineTree([one.source, sourceOf(two.timeline, 'whatIf', 'What if')], inEnglish);
    assert.deepEqual(
      tree.children().map((node) => keyOf(node)),
      ['live', 'whatIf'],
    );
    for (const { node, parent } of all(tree)) {
      assert.equal(tree.parent(node), parent);
    }
    two.timeline.clear();
    assert.deepEqual(
      tree.children().map(({ kind }) => kind),
      ['conversation'],
    );
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
    assert.equal(
      lineOf(conversation as TimelineNode, tree, { translate: inEnglish, timeText: String, sourceLabel: String }),
      undefined,
    );
  });
});
