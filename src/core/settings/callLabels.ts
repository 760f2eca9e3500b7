import { callLabel, type CallLabeller } from '../words/callLabel';
import type { Configuration } from './configuration';
import { toolSetting } from './resolve';

/**
 * Labels calls by what a configuration says of their arguments.
 * @param configurationNow asked for each label
 * @param folders of the window, as absolute paths; asked for each label
 */
export function callLabels(
  configurationNow: () => Pick<Configuration, 'tools'>,
  folders: () => readonly string[],
): CallLabeller {
  return (tool, callArguments, shape) => {
    const configuration = configurationNow();
    const ignored = toolSetting(configuration, 'ignoredArguments', tool, withoutOperation(tool)) ?? [];
    return callLabel(tool, callArguments, { ...shape, ignored, folders: folders() });
  };
}

function withoutOperation(tool: string): string {
  const colon = tool.indexOf(':');
  return colon < 0 ? tool : tool.slice(0, colon);
}
