import { cutInTheMiddle } from '../words/callLabel';
import { oneLine } from '../words/quoting';
import { maskText } from '../words/secrets/mask';

/** A Codex thread that runs in the background, without its terminal. */
export interface RunningThread {
  readonly id: string;
  /** Its name or first message, or empty. May hold secrets, as may `folder`. */
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
