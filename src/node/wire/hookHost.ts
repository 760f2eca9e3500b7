/** Variables that show who started a hook. Their values are no secrets. */
const HOST_VARIABLES = ['VSCODE_ESM_ENTRYPOINT', 'CLAUDECODE', 'AI_AGENT', 'COPILOT_PROJECT_DIR'] as const;

export function hostVariables(environment: Readonly<Record<string, unknown>>): NodeJS.ProcessEnv {
  return Object.fromEntries(
    HOST_VARIABLES.flatMap((name) => {
      const value = environment[name];
      return typeof value === 'string' ? [[name, value.split(/[\\/]/).at(-1)?.slice(0, 100)]] : [];
    }),
  );
}

/** Whether VS Code's Agent Host, or an agent that it runs, started the hook. */
export function isInAgentHost(environment: NodeJS.ProcessEnv): boolean {
  return (
    /agentHostMain(?:\.js)?$/.test(environment['VSCODE_ESM_ENTRYPOINT'] ?? '') ||
    /vscode_agent/.test(environment['AI_AGENT'] ?? '')
  );
}

export function isOfCopilot(environment: NodeJS.ProcessEnv): boolean {
  return environment['COPILOT_PROJECT_DIR'] !== undefined || isInAgentHost(environment);
}
