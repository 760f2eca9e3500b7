import { canonicalText, parseArguments } from './canonical';
import { maskText, maskValue } from './mask';

/** The longest piece of a signature that INFO and above may carry (seed 000, "Logging"). */
export const SIGNATURE_CHARACTERS = 50;

/** Longest piece of masked arguments in a DEBUG line or in guidance. */
const PARAMETER_CHARACTERS = 500;

/** `tool:canonical arguments`, masked, at most {@link SIGNATURE_CHARACTERS} characters. */
export function shortSignature(tool: string, callArguments: unknown): string {
  return clip(`${oneLine(tool)}:${maskedArguments(callArguments)}`, SIGNATURE_CHARACTERS);
}

/** Canonical arguments without their secrets, on one line, clipped. */
export function maskedArguments(callArguments: unknown, characters = PARAMETER_CHARACTERS): string {
  const value = parseArguments(callArguments);
  const text = typeof value === 'string' ? maskText(value) : canonicalText(maskValue(value));
  return clip(oneLine(text), characters);
}

/** The text without line breaks and other control characters, so that one event stays one line. */
export function oneLine(text: string): string {
   
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ');
}

/** The first characters of a text; a cut never leaves half a surrogate pair. */
export function clip(text: string, characters: number): string {
  if (text.length <= characters) {
    return text;
  }
  const cut = text.slice(0, characters);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
