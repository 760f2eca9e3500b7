import { only } from '../../../fakes/only';
import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import { loopPicture, legend } from '../../../../src/core/explanation/picture';
import { Watched } from '../../../fakes/watched';

/** Whether every element is closed in its turn and every attribute quoted: what a strict XML reader asks. */
function assertWellFormed(markup: string): void {
  const open: string[] = [];
  const rest = markup.replace(/<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<>]*")*)>/g, (_, end: string, name: string) => {
    if (end !== '') {
      assert.equal(open.pop(), name);
    } else {
      open.push(name);
    }
    return '';
  });
  assert.deepEqual(open, []);
  assert.doesNotMatch(rest, /[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/);
}

function repeated(tool: string, times = 4): Watched {
  const watched = new Watched({ maxRepeats: times, detectors: only(['repeat']) });
  watched.times(times, tool, { path: '<b>"a" & \'b\'</b>' });
  return watched;
}

function cycled(period: number): Watched {
  const watched = new Watched({
    matching: { maxPatternLength: 10 },
    detectors: only(['cycle']),
  });
  for (let n = 0; n < 3 * period; n++) {
    watched.call(`tool_${n % period}`, {}, 'Error: no');
  }
  return watched;
}

const draw = (watched: Watched): string => loopPicture(watched.explanation(), inEnglish);
const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

describe('the picture of a loop', () => {
  it('has colours for the steps of a cycle, each its own, and for nothing else', () => {
    const picture = draw(cycled(3));
    assert.deepEqual(
      [0, 1, 2].map((step) => count(picture, new RegExp(`class="call c${step}`, 'g'))),
      [3, 3, 3],
    );
    const stalled = new Watched({ detectors: only(['stall'], { stall: { limit: 3 } }) });
    for (const path of 'abcdef') {
      stalled.call('open', { path }, 'Error: permission denied');
    }
    assert.doesNotMatch(draw(stalled), /class="call c\d/);
  });

  it('has one lettered mark for each call, another for the one that was not run, and few for long loops', () => {
    const picture = draw(repeated('read'));
    assert.equal(count(picture, /<b class="call neutral">A</g), 3);
    assert.equal(count(picture, /<b class="call neutral refused judged">A</g), 1);
    assert.equal(count(picture, /<i>=</g), 2);
    const long = draw(repeated('read', 500));
    assert.equal(count(long, /class="call /g), 17);
    assert.match(long, />⋯<.*>483</);
  });

  it('says in words what it shows', () => {
    const calls = 'A (an error), B (an error), A (the same error), B (the same error), A (the same error), B (blocked)';
    assert.ok(draw(cycled(2)).includes(`role="img" aria-label="Calls in order: ${calls}"`));
  });

  it('says below what letters and signs mean, as far as they occur', () => {
    const text = (watched: Watched): string[] =>
      [...legend(watched.explanation(), inEnglish).matchAll(/<li>(.*?)<\/li>/g)].map(([, item]) =>
        (item ?? '').replace(/<[^>]*>/g, '').trim(),
      );
    assert.deepEqual(text(repeated('read')), ['A read', '= the same result', '✕ blocked']);
    assert.deepEqual(text(cycled(2)), ['A tool_0', 'B tool_1', '= the same result', '✕ blocked', '! an error']);
    for (const part of [loopPicture, legend]) {
      assertWellFormed(part(repeated('</ul><script>').explanation(), inEnglish));
    }
  });
});
