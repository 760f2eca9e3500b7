import { BLOCKED } from '../../core/words/modelTexts';

/**
 * Ends a run whose call our hook has blocked, where Copilot CLI would go on; of a subagent's, only that. It hears what
 * the model is about to read, and ends the run before the model is asked again, as run in 1.0.102. It checks no calls
 * by itself. The line for the user is sent first and not waited for: after an abort, `copilot -p` may exit before it.
 */
export function copilotExtension(): string {
  const stops = [BLOCKED.stop, BLOCKED.budget].map((text) => `Denied by preToolUse hook: ${text}`);
  return `// Tool Loop Guard. Written by \`tool-loop-guard install\`; \`tool-loop-guard uninstall\` removes it.
const STOPS = ${JSON.stringify(stops, undefined, 2)};
const stopOf = (text) => STOPS.find((stop) => String(text).startsWith(stop));

try {
  const { joinSession } = await import("@github/copilot-sdk/extension");
  const session = await joinSession({});
  session.on(async ({ type, agentId, data }) => {
    const text = type === 'hook.end' ? Object.values(data.output ?? {}).find(stopOf) : undefined;
    if (text !== undefined) {
      try {
        const [why] = text.slice(stopOf(text).length).split(' Do not call any more tools.');
        const run = agentId === undefined ? 'this run' : 'a subagent';
        const line = \`Tool Loop Guard is ending \${run}\${why} Why: tool-loop-guard why\`;
        const told = session.log(line, { level: 'warning' });
        await (agentId === undefined ? session.abort() : session.rpc.tasks.cancel({ id: agentId }));
        await told;
      } catch {
        // The call stays blocked.
      }
    }
  });
} catch {
  // A version without such sessions runs as it does without this file.
}
`;
}
