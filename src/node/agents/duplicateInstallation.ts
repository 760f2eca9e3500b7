import { hasCopilotUserFile } from '../plugin/copilotUserFile';
import type { RawInput } from '../wire/harness';
import { recognise } from './harnesses';

interface StartedHook {
  readonly environment: NodeJS.ProcessEnv;
  /** What the hooks file says of the hook; `user` in the person's own file of Copilot, `repository` in a folder's. */
  readonly route: string | undefined;
  /** Whether Copilot has our plugin; asked by the hook of a repository only. */
  readonly hasPlugin?: () => boolean;
  readonly home?: string | undefined;
}

/**
 * In sessions of Copilot the plugin, the person's own hooks file and the repository's may all start us; since Copilot
 * gives calls no ids, each call would count as often. One answers: the person's own file where it is there, else the
 * plugin, else the repository. In all other sessions the ids of calls tell that they are the same.
 */
export function isDuplicateInstallation(
  input: RawInput,
  { environment, route, home, hasPlugin }: StartedHook,
): boolean {
  const isCopilot = recognise(input, environment).name === 'copilot';
  if (route === 'user') {
    return !isCopilot;
  }
  return isCopilot && (hasCopilotUserFile(environment, home) || (route === 'repository' && hasPlugin?.() === true));
}
