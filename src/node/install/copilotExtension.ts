import { BLOCKED } from '../../core/words/modelTexts';

/**
 * Ends a run whose call our hook has blocked, where Copilot CLI would go on. It hears what the model is about to read,
 * and ends the run before the model is asked again, as run in 1.0.102. It checks no calls by itself.
 */
export function copilotExtension(): string {
  const stops = [BLOCKED.stop, BLOCKED.budget].map((text) => `Denied by preToolUse hook: ${text}`);
  return `// Tool Loop Guard. Written by \`tool-loop-guard install\`; \`tool-loop-guard uninstall\` removes it.
const STOPS = ${JSON.stringify(stops, undefined, 2)};
const isStop = (text) => STOPS.some((stop) => String(text).startsWith(stop));

try {
  const { joinSession } = await import("@github/copilot-sdk/extension");
  const session = await joinSession({});
  session.on(async ({ type, agentId, data }) => {
    if (type === 'hook.end' && agentId === undefined && Object.values(data.output ?? {}).some(isStop)) {
      try {
        const told = session.log('Tool Loop Guard ended this run. Why: tool-loop-guard why', { level: 'warning' });
        await session.abort();
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
