/** The blocks that VS Code puts behind a result when a hook has something to tell the model. */
const BLOCKS = ['PreToolUse-context', 'PostToolUse-context'].map((name) => ({ begin: `<${name}>`, end: `</${name}>` }));

/**
 * A tool's result without what hooks have added behind it: VS Code hands that back to the hook after the call, and to
 * guarded models, as if the tool had said it. Two equal results would differ by what was said of the second. How many
 * line ends stand between the two is not told, so those at the end of a result are left out of every one.
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
