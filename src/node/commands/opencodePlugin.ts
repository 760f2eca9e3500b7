import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { faultLine } from '../../core/words/logLines';
import { BoundedMap } from '../../engine/values/boundedMap';
import { failedCommand } from '../wire/failedCommand';
import type { Reply } from '../wire/harness';
import { opencode, RUN_FOLDER, RUN_SETTINGS_VARIABLE, RUN_STATE_VARIABLE } from '../agents/opencode';
import { sharedFolder, SETTINGS_FILE } from '../plugin/sharedFolder';
import { judge } from './hookCommand';

const REMEMBERED_SESSIONS = 200;

const REMEMBERED_CALLS = 1000;

interface OpencodeClient {
  readonly session: { abort(request: { path: { id: string } }): Promise<unknown> };
  readonly tui: {
    showToast(request: { body: { title: string; message: string; variant: 'warning' | 'error' } }): Promise<unknown>;
  };
  readonly app: {
    log(request: { body: { service: string; level: 'warn'; message: string } }): Promise<unknown>;
  };
}

export interface OpencodePorts {
  readonly client: OpencodeClient;
  readonly directory: string;
}

interface ToolInput {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

interface AnswerPart {
  readonly type?: unknown;
  readonly tool?: unknown;
  readonly callID?: unknown;
  readonly messageID?: unknown;
  readonly sessionID?: unknown;
  readonly state?: { readonly status?: unknown; readonly input?: unknown; error?: unknown } | undefined;
}

export interface OpencodeHooks {
  event(input: {
    readonly event: { readonly properties?: { readonly part?: AnswerPart | undefined } | undefined };
  }): Promise<void>;
  'chat.message'(
    input: { readonly sessionID: string; readonly model?: { readonly modelID: string } | undefined },
    // `synthetic`: opencode added it, and no person wrote it.
    output: { readonly parts?: readonly { type: string; text?: string; synthetic?: boolean }[] },
  ): Promise<void>;
  'tool.execute.before'(input: ToolInput, output: { readonly args: unknown }): Promise<void>;
  'tool.execute.after'(
    input: ToolInput & { readonly args?: unknown },
    output: { output?: unknown; readonly metadata?: { readonly exit?: unknown } | undefined },
  ): Promise<void>;
  'experimental.chat.messages.transform'(
    input: unknown,
    output: { readonly messages: readonly { readonly parts: readonly AnswerPart[] }[] },
  ): Promise<void>;
}

/** Fails open: on any failure the call runs, and opencode's log says why. @param home by default the system's */
export function opencodePlugin(
  { client, directory }: OpencodePorts,
  environment: NodeJS.ProcessEnv,
  home?: string,
): OpencodeHooks {
  const folder = sharedFolder(home);
  const { [RUN_STATE_VARIABLE]: ofRun = '', [RUN_SETTINGS_VARIABLE]: settingsOfRun } = environment;
  // A repository can set variables, too, but can't know the folder name of a guarded run.
  const isRun = dirname(ofRun) === folder && basename(ofRun).startsWith(RUN_FOLDER) && existsSync(ofRun);
  const stateFolder = isRun ? ofRun : folder;
  const settingsFile = (isRun ? settingsOfRun : undefined) ?? join(folder, SETTINGS_FILE);
  const models = new BoundedMap<string, string>(REMEMBERED_SESSIONS);
  const answers = new BoundedMap<string, string>(REMEMBERED_CALLS);
  const nudges = new BoundedMap<string, string>(REMEMBERED_CALLS);
  /** opencode continues while a failure is reported; the next call must be checked after that. */
  let telling: Promise<void> = Promise.resolve();

  async function tell(sessionId: string, event: string, details: object): Promise<Reply> {
    const problems: string[] = [];
    let reply: Reply = { kind: 'allow' };
    const raw = { session_id: sessionId, hook_event_name: event, cwd: directory, model: models.get(sessionId) };
    const options = { settingsFile, settingsMayBeMissing: true, stateFolder };
    try {
      await judge({ ...raw, ...details }, opencode.harness, options, environment, problems, (said) => {
        reply = said;
        return Promise.resolve();
      });
    } catch (error) {
      problems.unshift(faultLine('hook', error));
    }
    if (problems.length > 0) {
      const body = { service: 'tool-loop-guard', level: 'warn', message: problems.join(' ') } as const;
      await attempt(() => client.app.log({ body }));
    }
    return reply;
  }

  async function show(message: string, variant: 'warning' | 'error'): Promise<void> {
    await attempt(() => client.tui.showToast({ body: { title: 'Tool Loop Guard', message, variant } }));
  }

  /** Nothing else reports a tool that throws. */
  async function tellFailure({ tool, callID, sessionID, state }: AnswerPart): Promise<void> {
    const call = { tool_name: tool, tool_input: state?.input, tool_use_id: callID };
    const reply = await tell(String(sessionID), 'PostToolUseFailure', { ...call, error: state?.error });
    if (reply.kind === 'nudge') {
      nudges.set(String(callID), reply.toModel);
    }
  }

  return {
    event({ event: { properties } }) {
      const part = properties?.part ?? {};
      const { type, callID, messageID, state } = part;
      if (type === 'tool' && typeof callID === 'string' && typeof messageID === 'string') {
        answers.set(callID, messageID);
        if (state?.status === 'error') {
          telling = telling.then(() => tellFailure(part));
        }
      }
      return telling;
    },

    async 'experimental.chat.messages.transform'(_, { messages }) {
      await telling;
      for (const { callID, state } of messages.flatMap(({ parts }) => parts)) {
        const nudge = nudges.get(String(callID));
        if (nudge !== undefined && state?.status === 'error' && !String(state.error).endsWith(nudge)) {
          state.error = `${String(state.error)}\n\n${nudge}`;
        }
      }
    },

    async 'chat.message'({ sessionID, model }, { parts = [] }) {
      if (typeof model?.modelID === 'string') {
        models.set(sessionID, model.modelID);
      }
      const written = parts.filter(({ synthetic }) => synthetic !== true);
      const synthetic = parts.length > 0 && written.length === 0;
      const prompt = (synthetic ? parts : written).map(({ text = '' }) => text).join('\n');
      const reply = await tell(sessionID, 'UserPromptSubmit', { prompt, synthetic });
      if (reply.kind === 'blockPrompt') {
        await show(reply.toPerson, 'warning');
      }
    },

    async 'tool.execute.before'({ tool, sessionID, callID }, { args }) {
      await telling;
      const call = { tool_name: tool, tool_input: args, tool_use_id: callID, message_id: answers.get(callID) };
      const reply = await tell(sessionID, 'PreToolUse', call);
      switch (reply.kind) {
        case 'warn':
          await show(reply.toPerson, 'warning');
          return;
        // opencode doesn't run the call, and gives the error's message to the model.
        case 'deny':
          throw new Error(reply.toModel);
        case 'stop':
        case 'end':
          await show(reply.toPerson, 'error');
          await attempt(() => client.session.abort({ path: { id: sessionID } }));
          throw new Error(reply.toModel);
        default:
      }
    },

    async 'tool.execute.after'({ tool, sessionID, callID, args }, result) {
      const { output, metadata } = result;
      const call = { tool_name: tool, tool_input: args, tool_use_id: callID };
      const error = failedCommand(metadata?.exit, output);
      const reply =
        error === undefined
          ? await tell(sessionID, 'PostToolUse', { ...call, tool_response: output })
          : await tell(sessionID, 'PostToolUseFailure', { ...call, error });
      if (reply.kind === 'nudge' && typeof output === 'string') {
        result.output = `${output}\n\n${reply.toModel}`;
      }
    },
  };
}

/** For features that opencode's version may not have: an error would block the call. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // The call is checked anyway.
  }
}
