/** Added to the description of each tool. */
export const SELF_AWARENESS =
  'If a call of this tool brought nothing new, do not make the same call again: change the arguments, use ' +
  'another tool, or ask the user.';

/** The part of a tool that the model reads. */
interface Described {
  readonly description: string;
}

/**
 * Tools whose descriptions ask the model to notice its own repetition. The given tools stay as they are; a tool that
 * says it already is returned unchanged.
 */
export function selfAware<Tool extends Described>(tools: readonly Tool[]): Tool[] {
  return tools.map((tool) => {
    const { description } = tool;
    return description.includes(SELF_AWARENESS)
      ? tool
      : { ...tool, description: description === '' ? SELF_AWARENESS : `${description.trimEnd()} ${SELF_AWARENESS}` };
  });
}
