import { hasCopilotUserFile } from '../copilotUserFile';
import type { RawInput } from '../harness';
import { recognise } from './registry';

/** How a hook was started. */
interface StartedHook {
  readonly environment: NodeJS.ProcessEnv;
  /** What the hooks file says of the hook; `user` in the person's own file of Copilot. */
  readonly route: string | undefined;
  /** The person's home folder; the system's unless told otherwise. */
  readonly home?: string | undefined;
}

/**
 * In sessions of Copilot both the plugin and the person's own hooks file may start us; then each call would be seen
 * twice. Where the file is there, its copy answers for Copilot and the plugin's for everything else.
 */
export function isForTheOtherCopy(input: RawInput, { environment, route, home }: StartedHook): boolean {
  const isCopilot = recognise(input, environment).name === 'copilot';
  return route === 'user' ? !isCopilot : isCopilot && hasCopilotUserFile(environment, home);
}
