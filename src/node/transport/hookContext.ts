/** VS Code adds these blocks to a result when a hook has something to say to the model. */
const BLOCKS = ['PreToolUse-context', 'PostToolUse-context'].map((name) => ({ begin: `<${name}>`, end: `</${name}>` }));

/**
 * VS Code hands what hooks added back to the hook after the call, and to guarded models, as if the tool had said it.
 * Two equal results would differ because of the second one's hint. The number of line ends in between is unknown, so
 * those at the end of any result are removed.
 */
export function withoutHookContext(result: string): string {
  for (let text = result; ;) {
    const trimmed = text.trimEnd();
    const block = BLOCKS.find(({ end }) => trimmed.endsWith(end));
    const begin = block === undefined ? -1 : trimmed.lastIndexOf(block.begin);
    if (begin < 0) {
      return trimmed;
    }
    text = trimmed.slice(0, begin);
  }
}
