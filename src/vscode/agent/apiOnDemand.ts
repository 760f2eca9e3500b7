import type { ToolLoopGuardApi } from '../../../api/tool-loop-guard';
import type { GuardWindow } from '../window/guardWindow';
import type { createApi } from './api';

/** What other extensions get of the guard, loaded when one of them first asks for something. */
export function apiOnDemand(
  { guard, budgets, settings, callNames: names, stops, links, onDetection }: GuardWindow,
  load: () => { readonly createApi: typeof createApi },
): ToolLoopGuardApi {
  let loaded: ToolLoopGuardApi | undefined;
  const api = (): ToolLoopGuardApi =>
    (loaded ??= load().createApi(
      { guard, budgets, names, stops, links, messages: () => settings.current.messages },
      onDetection,
    ));
  return {
    version: 1,
    guardParticipant: (...given) => api().guardParticipant(...given),
    guardTool: (...given) => api().guardTool(...given),
    openConversation: (...given) => api().openConversation(...given),
    onDetection: (...given) => api().onDetection(...given),
  };
}
