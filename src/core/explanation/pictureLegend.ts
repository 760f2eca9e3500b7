import { escapeMarkup } from '../words/pages/markup';
import type { Translate } from '../words/language';
import type { ExplainedCall } from './explainedCall';
import type { Explanation } from './explanation';
import { colourOf, SIGNS } from './pictureFrame';
import { circle, cross, octagon, text } from './shapes';
import { resultWords } from './stepText';

/** Letters of one tool beyond these are not named. */
const NAMED_LETTERS = 8;

/** Tools beyond these are not named. */
const NAMED_TOOLS = 6;

const SIZE = 24;
const CENTRE = { x: SIZE / 2, y: SIZE / 2 };

/**
 * Says below the picture what its letters, shapes and signs mean, as far as they occur: as HTML, so that the text has
 * the size of all other text.
 */
export function legend({ steps, letters, period }: Explanation, translate: Translate): string {
  const calls = steps.filter((step): step is ExplainedCall => step.kind === 'call');
  const items = lettersByTool(letters).map(([tool, names]) =>
    entry(
      period > 1 && names.length === 1
        ? mark(
            circle(CENTRE, 10, `call ${colourOf(names[0]?.at ?? 0, period)}`) +
              text(CENTRE, names[0]?.letter ?? '', 'letter small'),
          )
        : `<strong>${escapeMarkup(lettersText(names))}</strong>`,
      tool,
    ),
  );
  if (calls.some(({ ran }) => !ran)) {
    items.push(entry(mark(octagon(CENTRE, 10, 'call refused') + cross(CENTRE, 4)), translate('blocked')));
  }
  const signs = new Map<string, string>();
  for (const { relation, failed } of calls) {
    const sign = SIGNS[relation];
    if (sign !== '') {
      signs.set(sign, resultWords({ relation, failed: false }, translate));
    }
    if (failed) {
      signs.set('!', translate('an error'));
    }
  }
  for (const [sign, words] of signs) {
    items.push(entry(`<strong class="${sign === '!' ? 'error' : ''}">${sign}</strong>`, words));
  }
  return `<ul class="legend">${items.join('')}</ul>`;
}

type Named = { readonly letter: string; readonly at: number };

function lettersByTool(letters: Explanation['letters']): (readonly [tool: string, letters: readonly Named[]])[] {
  const byTool = new Map<string, Named[]>();
  letters.forEach(({ letter, tool }, at) => {
    byTool.set(tool, [...(byTool.get(tool) ?? []), { letter, at }]);
  });
  const known = [...byTool];
  return known.length > NAMED_TOOLS ? [...known.slice(0, NAMED_TOOLS), ['…', []]] : known;
}

function lettersText(names: readonly Named[]): string {
  const shown = names.slice(0, NAMED_LETTERS).map(({ letter }) => letter);
  return [...shown, ...(names.length > shown.length ? ['…'] : [])].join(', ');
}

/** A drawing with the same meaning as the words next to it. */
function mark(drawing: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" class="picture sign" aria-hidden="true" viewBox="0 0 ${SIZE} ${SIZE}" ` +
    `width="${SIZE}" height="${SIZE}">${drawing}</svg>`
  );
}

function entry(sign: string, words: string): string {
  return `<li>${sign} <span>${escapeMarkup(words)}</span></li>`;
}
