/** The header in which a hook's process tells a window who started it. */
export const HOST_HEADER = 'x-tool-loop-guard-host';

/** Variables by which a hook's process tells who started it. Their values are no secrets. */
const HOST_VARIABLES = ['VSCODE_ESM_ENTRYPOINT', 'CLAUDECODE', 'AI_AGENT', 'COPILOT_PROJECT_DIR'] as const;

/** The part of an environment that tells who started a hook, in a few characters. */
export function hostVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    HOST_VARIABLES.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value.split(/[\\/]/).at(-1)?.slice(0, 100)]];
    }),
  );
}

/** Reads the header; parts that cannot be read are left out. */
export function readHostHeader(header: string | string[] | undefined): NodeJS.ProcessEnv {
  try {
    const value = JSON.parse(decodeURIComponent(String(header))) as Record<string, unknown>;
    return Object.fromEntries(
      HOST_VARIABLES.flatMap((name) => (typeof value[name] === 'string' ? [[name, value[name]]] : [])),
    );
  } catch {
    return {};
  }
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
