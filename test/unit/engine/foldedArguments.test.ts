import assert from 'node:assert/strict';
import { CallWindow } from '../../../src/engine/callWindow';
import { windowEntry } from '../../../src/engine/entry';
import { UnpackedCalls } from '../../../src/engine/unpackedCalls';
import { compression } from '../../../src/node/files/compression';
import { digestOf } from '../../../src/node/files/hash';

const CAPACITY = 40;
/** So many other windows are asked for that the first one rests. */
const OTHERS = 20;
const TEXT = 'const answer = await client.request("GET", `/ä/${id}`); // \u{1F600} as before\n'.repeat(10);

/** A window that remembers failing calls with these arguments, its compressed texts, and a way to let it rest. */
function windowOf(given: readonly unknown[]) {
  const texts: string[] = [];
  const unpacked = new UnpackedCalls({
    compressed: (text) => {
      texts.push(compression.compressed(text));
      return texts.at(-1) as string;
    },
    original: (compressed) => compression.original(compressed),
  });
  const window = new CallWindow(unpacked);
  const digest = digestOf('Error: cannot do that.');
  const outcome = { digest, shapeDigest: digest, length: 22, isError: true, kind: 'failed' as const };
  let calls = 0;
  const add = (argumentsValue: unknown): void => {
    const index = calls++;
    const callIds = [`call ${index}`];
    const signature = digestOf(String(index));
    const place = { index, callIds, seenBy: [undefined], round: index, tool: 'edit', signature, atMs: index };
    window.append(windowEntry({ ...place, argumentsValue }), CAPACITY);
    window.setOutcome(`call ${index}`, outcome);
  };
  given.forEach(add);
  const rest = (): void => {
    assert.ok(window.entries.length > 0);
    Array.from({ length: OTHERS }, () => new CallWindow(unpacked)).forEach((other) =>
      assert.equal(other.entries.length, 0),
    );
  };
  const kept = (): unknown[] => window.entries.map(({ argumentsValue }) => argumentsValue);
  return { window, texts, add, rest, kept };
}

describe('folded arguments', () => {
  const alike = Array.from({ length: CAPACITY }, (_, at) => ({ path: 'a.ts', line: at, content: `${TEXT}${at}` }));

  it('are given back as they were, and take less than one of them meanwhile', () => {
    const { texts, rest, kept } = windowOf(alike);
    rest();
    assert.equal(texts.length, 1);
    assert.ok((texts[0]?.length ?? 0) < TEXT.length, `${texts[0]?.length} characters`);
    assert.deepEqual(kept(), alike);
    rest();
    assert.deepEqual(kept(), alike);
    assert.equal(texts.length, 2);
  });

  it('are given back to their calls when others came and went meanwhile', () => {
    const { window, add, rest, kept } = windowOf(alike);
    rest();
    const others = [{ path: 'b.ts' }, { path: 'c.ts' }];
    others.forEach(add);
    assert.deepEqual(
      window.snapshot().map(({ argumentsValue }) => argumentsValue),
      [...alike.slice(2), ...others],
    );
    rest();
    assert.deepEqual(kept(), [...alike.slice(2), ...others]);
  });

  it('are left as they are when they are few', () => {
    const { texts, rest, kept } = windowOf([{ path: 'a.ts' }]);
    rest();
    assert.deepEqual(kept(), [{ path: 'a.ts' }]);
    assert.deepEqual(texts, []);
  });

  it('are left as they are when JSON would change them', () => {
    const circle: Record<string, unknown> = { path: 'a.ts' };
    circle.self = circle;
    const odd = [{ at: new Date(0) }, { none: undefined }, { number: Number.NaN }, circle, { list: [new Map()] }];
    const { texts, rest, kept } = windowOf([...alike.slice(0, 20), ...odd]);
    rest();
    assert.equal(texts.length, 1);
    assert.deepEqual(kept(), [...alike.slice(0, 20), ...odd]);
  });

  it('are gone when the window is cleared', () => {
    const { window, add, rest, kept } = windowOf(alike);
    rest();
    window.clear();
    add({ path: 'new.ts' });
    assert.deepEqual(kept(), [{ path: 'new.ts' }]);
  });
});
