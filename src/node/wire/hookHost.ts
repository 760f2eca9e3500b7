/** Variables by which a hook's process tells who started it. Their values are no secrets. */
const HOST_VARIABLES = ['VSCODE_ESM_ENTRYPOINT', 'CLAUDECODE', 'AI_AGENT', 'COPILOT_PROJECT_DIR'] as const;

/** The part of an environment that tells who started a hook, in a few characters. */
export function hostVariables(environment: Readonly<Record<string, unknown>>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    HOST_VARIABLES.flatMap((name) => {
      const value = environment[name];
      return typeof value === 'string' ? [[name, value.split(/[\\/]/).at(-1)?.slice(0, 100)]] : [];
    }),
  );
}

/** Whether a hook was started by VS Code's Agent Host, or by an agent that it runs. */
export function isInAgentHost(environment: NodeJS.ProcessEnv): boolean {
  return (
    /agentHostMain(?:\.js)?$/.test(environment['VSCODE_ESM_ENTRYPOINT'] ?? '') ||
    /vscode_agent/.test(environment['AI_AGENT'] ?? '')
  );
}

/** Whether the environment is one that Copilot's runtime, or the Agent Host for it, gives to hooks. */
export function isOfCopilot(environment: NodeJS.ProcessEnv): boolean {
  return environment['COPILOT_PROJECT_DIR'] !== undefined || isInAgentHost(environment);
}
