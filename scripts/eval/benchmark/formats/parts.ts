/** Parts without text become JSON as Python writes it. */
export function textOfParts(content: unknown): string {
  return Array.isArray(content) ? content.map(textOfPart).join('\n') : typeof content === 'string' ? content : '';
}

function textOfPart(part: unknown): string {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
    ? part.text
    : spacedJson(part);
}

/** JSON with a space after each comma and colon, as the labelled hashes require. */
export function spacedJson(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(spacedJson).join(', ')}]`;
  }
  return typeof value === 'object' && value !== null
    ? `{${Object.entries(value)
        .map(([name, item]) => `${JSON.stringify(name)}: ${spacedJson(item)}`)
        .join(', ')}}`
    : (JSON.stringify(value) ?? 'null');
}

/** Arguments are sent as JSON; anything else stays text. */
export function jsonOrText(sent: unknown): unknown {
  if (typeof sent !== 'string') {
    return sent;
  }
  try {
    return JSON.parse(sent) as unknown;
  } catch {
    return sent;
  }
}

/** @returns milliseconds since 1970 */
export function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
