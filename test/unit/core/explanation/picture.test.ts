import { only } from '../../../fakes/only';
import assert from 'node:assert/strict';
import { inEnglish } from '../../../../src/core/words/language';
import { loopPicture, legend } from '../../../../src/core/explanation/picture';
import { Watched } from '../../../fakes/watched';

/** Whether every element is closed in its turn and every attribute quoted: what a strict XML reader asks. */
function assertWellFormed(markup: string): void {
  const open: string[] = [];
  const rest = markup.replace(
    /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<>]*")*)(\/?)>/g,
    (_, end: string, name: string, __, single: string) => {
      if (end !== '') {
        assert.equal(open.pop(), name);
      } else if (single === '') {
        open.push(name);
      }
      return '';
    },
  );
  assert.deepEqual(open, []);
  assert.doesNotMatch(rest, /[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/);
}

function repeated(tool: string, times = 4): Watched {
  const watched = new Watched({ maxRepeats: times, detectors: only(['repeat']) });
  for (let n = 0; n < times; n++) {
    watched.call(tool, { path: '<b>"a" & \'b\'</b>' });
  }
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
  it('has colours for the steps of a cycle and for nothing else', () => {
    assert.match(draw(cycled(2)), /class="call c1/);
    const stalled = new Watched({ detectors: only(['stall'], { stall: { limit: 3 } }) });
    for (const path of 'abcdef') {
      stalled.call('open', { path }, 'Error: permission denied');
    }
    assert.doesNotMatch(draw(stalled), /class="call c\d/);
  });

  it('is well-formed and the same each time', () => {
    for (const watched of [repeated('read'), repeated('read', 100), cycled(2), cycled(5), cycled(10)]) {
      assertWellFormed(draw(watched));
      assert.equal(draw(watched), draw(watched));
    }
  });

  it('escapes whatever models and tools said', () => {
    const picture = draw(repeated('</title><script>alert("1")</script>'));
    assertWellFormed(picture);
    assert.doesNotMatch(picture, /<script|<b>/);
    assert.match(picture, /&lt;script&gt;/);
  });

  it('has one lettered mark for each call, and eight corners for the one that was not run', () => {
    const picture = draw(repeated('read'));
    const row = picture.slice(picture.indexOf('class="row"'));
    assert.equal(count(row, /<circle class="call neutral"/g), 3);
    assert.equal(count(row, /<polygon class="call neutral refused"/g), 1);
    assert.equal(count(row, />A<\/text>/g), 4);
    assert.equal(count(row, />=<\/text>/g), 2);
  });

  it('draws a cycle on the same line, with another colour for each step', () => {
    const picture = draw(cycled(3));
    assert.deepEqual(
      [0, 1, 2].map((step) => count(picture, new RegExp(`class="call c${step}(?: refused)?"`, 'g'))),
      [3, 3, 3],
    );
  });

  it('says in words what it shows', () => {
    const picture = draw(cycled(2));
    assert.match(picture, /^<svg [^>]*role="img" aria-labelledby="picture-title picture-description"/);
    assert.match(picture, /<title id="picture-title">Repeating cycle of 2 calls: tool_0, tool_1<\/title>/);
    const calls = 'A (an error), B (an error), A (the same error), B (the same error), A (the same error), B (blocked)';
    assert.ok(picture.includes(`<desc id="picture-description">Calls in their order: ${calls}</desc>`), picture);
  });

  it('says below in HTML what letters and signs mean, as far as they occur', () => {
    const text = (watched: Watched): string[] =>
      [...legend(watched.explanation(), inEnglish).matchAll(/<li>(.*?)<\/li>/g)].map(([, item]) =>
        (item ?? '').replace(/<[^>]*>/g, '').trim(),
      );
    assert.deepEqual(text(repeated('read')), ['A read', 'blocked', '= the same result']);
    assert.deepEqual(text(cycled(2)), ['A tool_0', 'B tool_1', 'blocked', '! an error', '= the same result']);
    assertWellFormed(legend(repeated('</ul><script>').explanation(), inEnglish));
  });

  it('stays small for long loops', () => {
    const picture = draw(repeated('read', 500));
    assert.equal(count(picture, /class="call /g), 17);
    assert.match(picture, />⋯<.*>483</);
  });

  it('draws nothing beyond its borders', () => {
    for (const watched of [repeated('read', 60), cycled(2), cycled(7), cycled(10)]) {
      const picture = draw(watched);
      const [, width, height] = (/viewBox="0 0 (\d+) (\d+)"/.exec(picture) ?? []).map(Number);
      for (const [, x, y] of picture.matchAll(/ (?:c?x)="([\d.-]+)" (?:c?y)="([\d.-]+)"/g)) {
        assert.ok(
          Number(x) >= 0 && Number(x) <= (width ?? 0) && Number(y) >= 0 && Number(y) <= (height ?? 0),
          `${x}, ${y}`,
        );
      }
    }
  });
});
