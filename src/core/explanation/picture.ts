import { escapeMarkup } from '../words/pages/htmlPage';
import type { Translate } from '../words/language';
import { otherCallsText, resultWords, type ResultRelation, shortened, type ExplainedCall } from './explainedCall';
import type { Explanation } from './explanation';

const FIRST_STEPS = 5;
const LAST_STEPS = 12;

/** Letters repeat these colors; their names don't repeat. */
const PICTURE_COLOURS = 6;

/** The result of a call, compared with the one before. */
const SIGNS: Readonly<Record<ResultRelation, string>> = {
  first: '',
  equal: '=',
  numbers: '≈',
  changed: '≠',
  unknown: '?',
  refused: '✕',
};

/** The page's style draws it. */
export function loopPicture({ steps, period }: Explanation, translate: Translate): string {
  const words: string[] = [];
  const marks = shortened(steps, FIRST_STEPS, LAST_STEPS).map((step) => {
    if (step.kind !== 'call') {
      words.push(otherCallsText(step, translate));
      return `<span><b>⋯</b><small>${step.count}</small></span>`;
    }
    const result = resultWords(step, translate);
    words.push(`${step.letter} (${result})`);
    const sign = `${SIGNS[step.relation]}${step.failed ? ' !' : ''}`;
    return (
      `<span><b class="${markClass(step, period)}">${step.letter}</b>` +
      `<small>${step.number}</small><i${step.failed ? ' class="error"' : ''}>${sign}</i></span>`
    );
  });
  const description = translate('Calls in order: {calls}', { calls: words.join(', ') });
  return `<div class="picture" role="img" aria-label="${escapeMarkup(description)}">${marks.join('')}</div>`;
}

function markClass({ letterIndex, ran, isJudged }: ExplainedCall, period: number): string {
  // Only the steps of a cycle have colors of their own.
  const colour = period > 1 ? `c${letterIndex % PICTURE_COLOURS}` : 'neutral';
  return ['call', colour, ...(ran ? [] : ['refused']), ...(isJudged ? ['judged'] : [])].join(' ');
}

const NAMED_LETTERS = 8;
const NAMED_TOOLS = 6;

export function legend({ steps, letters }: Explanation, translate: Translate): string {
  const byTool = new Map<string, string[]>();
  for (const { letter, tool } of letters) {
    byTool.set(tool, [...(byTool.get(tool) ?? []), letter]);
  }
  const items = [...byTool].slice(0, NAMED_TOOLS).map(([tool, names]) => {
    const more = names.length > NAMED_LETTERS ? ['…'] : [];
    return entry([...names.slice(0, NAMED_LETTERS), ...more].join(', '), tool);
  });
  if (byTool.size > NAMED_TOOLS) {
    items.push(entry('…', ''));
  }
  const calls = steps.filter((step) => step.kind === 'call');
  const signs = new Map(
    calls.map(({ relation }) => [SIGNS[relation], resultWords({ relation, failed: false }, translate)]),
  );
  signs.delete(SIGNS.first);
  items.push(...[...signs].map(([sign, words]) => entry(sign, words)));
  if (calls.some(({ failed }) => failed)) {
    items.push(entry('!', translate('an error'), 'error'));
  }
  return `<ul class="legend">${items.join('')}</ul>`;
}

function entry(sign: string, words: string, className = ''): string {
  return `<li><strong class="${className}">${escapeMarkup(sign)}</strong> <span>${escapeMarkup(words)}</span></li>`;
}
