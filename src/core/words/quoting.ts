import { namesCause } from '../../engine/facts/outcome';
import { canonicalText, parseArguments } from '../../engine/values/canonical';
import { maskText, maskValue } from './secrets/mask';

/** The most that log lines at INFO and above may have of a signature. */
export const SIGNATURE_CHARACTERS = 50;

const PARAMETER_CHARACTERS = 500;

/** `tool:canonical arguments`, masked, at most {@link SIGNATURE_CHARACTERS} characters. */
export function shortSignature(tool: string, callArguments: unknown): string {
  return clip(`${toolLabel(tool)}:${maskedArguments(callArguments)}`, SIGNATURE_CHARACTERS);
}

/** Canonical, masked, on one line, clipped. */
export function maskedArguments(callArguments: unknown, characters = PARAMETER_CHARACTERS): string {
  const value = parseArguments(callArguments);
  const text = typeof value === 'string' ? maskText(value) : canonicalText(maskValue(value));
  return clip(oneLine(text), characters);
}

/**
 * Replaces invisible characters and those that change the text around them: control, format, separator, direction,
 * zero-width, tag (which can carry hidden text), private, and unassigned characters, and lone surrogates.
 */
export function oneLine(text: string): string {
  return text.replace(UNSEEN, ' ');
}

/** JSON that a terminal shows as it is: escapes what {@link oneLine} would replace. */
export function terminalJson(value: unknown): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // Line breaks are only between fields: in a text, they are escaped already.
  return JSON.stringify(value, undefined, 2).replace(UNSEEN, (run) => run.replace(/[^\n]/g, escaped));
}

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** How much of a failure is searched for the line that says why, and how much of that is shown. */
const FAILURE_CHARACTERS = 10_000;
const LINE_CHARACTERS = 80;

/** The first line that says why a call failed, else the first line, masked; empty if there is none. */
export function shortFailure(text: string): string {
  const lines = maskText(text.slice(0, FAILURE_CHARACTERS))
    .split(/[\r\n]+/)
    .map((each) => oneLine(each).trim());
  const line = lines.find(namesCause) ?? lines.find((each) => each !== '') ?? '';
  return line.length <= LINE_CHARACTERS ? line : `${clip(line, LINE_CHARACTERS - 1)}…`;
}

/** Tool names are shown as they are, but never long. */
const LABEL_CHARACTERS = 100;

/** One line, bounded, no quotes or markup. The operation after a colon comes from the arguments, so it is masked. */
export function toolLabel(tool: string): string {
  const colon = tool.indexOf(':') + 1;
  const masked = colon === 0 ? tool : `${tool.slice(0, colon)}${maskText(tool.slice(colon))}`;
  return clip(
    oneLine(masked)
      .replace(/[^\p{L}\p{N}\p{M} _.:/@#+*-]/gu, '_')
      .replace(/:\/\//g, ':__'),
    LABEL_CHARACTERS,
  );
}

/** For a model: one line of JSON, masked and clipped, so that nothing in it ends the quotation or begins a line. */
export function quotedArguments(callArguments: unknown): string {
  const value = parseArguments(callArguments);
  return typeof value === 'string' ? JSON.stringify(maskedArguments(value)) : maskedArguments(value);
}

/** The most of a call in a sentence, and of one of its arguments. */
const CALL_CHARACTERS = 240;
const ARGUMENT_CHARACTERS = 80;

/** For a model: texts before numbers and switches, each masked and clipped, so that none hides the rest. */
export function quotedCall(tool: string, callArguments: unknown): string {
  const value = parseArguments(callArguments);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const masked = maskValue(value);
  const parts = isObject
    ? Object.entries(masked as Readonly<Record<string, unknown>>)
        .sort(([, one], [, other]) => Number(typeof other === 'string') - Number(typeof one === 'string'))
        .map(([name, each]) => `${JSON.stringify(clip(oneLine(name), ARGUMENT_CHARACTERS))}:${quotedValue(each)}`)
    : [quotedValue(masked)];
  return `'${toolLabel(tool)}' with ${clip(isObject ? `{${parts.join(',')}}` : parts.join(), CALL_CHARACTERS)}`;
}

function quotedValue(masked: unknown): string {
  return typeof masked === 'string'
    ? JSON.stringify(clip(oneLine(masked), ARGUMENT_CHARACTERS))
    : clip(oneLine(canonicalText(masked)), ARGUMENT_CHARACTERS);
}

/** A cut never leaves half a surrogate pair. */
export function clip(text: string, characters: number): string {
  if (text.length <= characters) {
    return text;
  }
  const cut = text.slice(0, characters);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
