import { toolWords } from '../../src/engine/facts/signs';
import type { Reads } from '../patternSubjects';
import type { TraceCall } from './traces';

const BEGINNING = 500;
const SHORT = 300;
const ENDS = 1000;
const WHOLE = 20_000;

/** About what the rows get from the engine, which leaves out what earlier rows have decided. */
export function textsFor(reads: Reads, { name, arguments: given, result }: TraceCall): string[] {
  const text = result ?? '';
  switch (reads) {
    case 'tool':
      return [toolWords(name)];
    case 'argument name':
      return typeof given === 'object' && given !== null ? Object.keys(given) : [];
    case 'argument':
      return argumentTexts(given);
    case 'line of an argument':
      return argumentTexts(given).flatMap((argument) => argument.split('\n'));
    case 'command':
      return argumentTexts(given).flatMap((argument) => [argument, ...argument.split(/&&|[;|\n(){}]/)]);
    case 'beginning':
      return [text.slice(0, BEGINNING)];
    case 'line':
      return text.slice(0, BEGINNING).replace(/\d+/g, '#').split('\n');
    case 'short result':
      return text !== '' && text.length <= SHORT ? [text] : [];
    case 'ends':
      return [text.length <= 2 * ENDS ? text : `${text.slice(0, ENDS)}\n${text.slice(-ENDS)}`];
    case 'result':
      return [text.slice(0, WHOLE)];
  }
}

function argumentTexts(given: unknown): string[] {
  return typeof given === 'object' && given !== null
    ? Object.values(given).filter((value) => typeof value === 'string')
    : [String(given)];
}
