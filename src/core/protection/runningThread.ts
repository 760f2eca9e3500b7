import { cutInTheMiddle } from '../words/callLabel';
import { oneLine } from '../words/quoting';
import { maskText } from '../words/secrets/mask';

/** A thread that Codex is at in the background, where it goes on without its terminal. */
export interface RunningThread {
  readonly id: string;
  /** What the person has named it, or asked it first; empty where nothing tells. May hold secrets, as `folder` may. */
  readonly prompt: string;
  readonly folder: string;
}

const PROMPT_CHARACTERS = 60;
const FOLDER_CHARACTERS = 120;

export function threadName({ id, prompt, folder }: RunningThread): string {
  const shown = (text: string, most: number): string => cutInTheMiddle(oneLine(maskText(text)).trim(), most);
  const name = shown(prompt, PROMPT_CHARACTERS);
  return `“${name === '' ? id : name}” (${shown(folder, FOLDER_CHARACTERS)})`;
}
