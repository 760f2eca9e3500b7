/** The text of an answer that is a text or a list of parts. Parts without text stand as JSON, as Python writes it. */
export function textOfParts(content: unknown): string {
  return Array.isArray(content) ? content.map(textOfPart).join('\n') : typeof content === 'string' ? content : '';
}

function textOfPart(part: unknown): string {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
    ? part.text
    : spacedJson(part);
}

/** JSON with a space behind each comma and colon: the labelled hashes are of texts in that form. */
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

/** Arguments are sent as JSON; what is none stays the text it is. */
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
