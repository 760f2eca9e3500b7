import { jsonIn, isJsonObject } from '../files/jsonFields';
import type { AfterCall, AskedCall, Harness, RawInput } from './harness';
import { programPrompt } from './programPrompts';

export type HookInput = { readonly sessionId: string; readonly modelId: string | undefined } & (
  | { readonly event: 'sessionStart' }
  | { readonly event: 'stop' }
  | {
      readonly event: 'continued';
      readonly agentId: string | undefined;
      readonly hasEnded: boolean;
    }
  | { readonly event: 'compacted'; readonly agentId: string | undefined }
  | {
      /** A program submitted a prompt: no person began or continued this turn. */
      readonly event: 'woken';
      readonly agentId: string | undefined;
      readonly notice: string;
    }
  | { readonly event: 'subagentStart'; readonly agentId: string | undefined }
  | {
      readonly event: 'userPrompt';
      readonly prompt: string;
      /** The subagent that gets the prompt, which then isn't a message of the user. */
      readonly agentId: string | undefined;
    }
  | { readonly event: 'modelRequest'; readonly folder: string | undefined }
  | ({ readonly event: 'permissionRequest' } & HookCall)
  | ({ readonly event: 'preToolUse' } & Pick<AskedCall, 'transcriptPath' | 'turnId' | 'answerId'> & HookCall)
  | ({ readonly event: 'postToolUse' } & Pick<AskedCall, 'transcriptPath'> & EndedCall)
  | ({ readonly event: 'answerOver'; readonly calls: readonly EndedCall[] } & Pick<
      AskedCall,
      'agentId' | 'transcriptPath'
    >)
);

export interface EndedCall extends HookCall {
  readonly toldBy: AfterCall;
  readonly result: unknown;
  readonly isError: boolean;
}

export interface HookCall {
  /** Undefined for the main agent, and if the harness doesn't say. */
  readonly agentId: string | undefined;
  readonly callId: string | undefined;
  readonly tool: string;
  readonly arguments: unknown;
  readonly folder: string | undefined;
}

/** @throws if the text isn't a JSON object */
export function parseRawInput(text: string): RawInput {
  // JSON.parse would quote the input in its error, which must not get into a log.
  const input = jsonIn(text);
  if (!isJsonObject(input)) {
    throw new Error('A hook input must be a JSON object.');
  }
  return input;
}

/** Every harness uses one of these two fields. */
export function folderIn(input: RawInput): string | undefined {
  return optionalText(input, ['workingDirectory', 'cwd']);
}

export function transcriptIn(input: RawInput, { fields }: Harness): string | undefined {
  return optionalText(input, fields.transcriptPath);
}

/** @returns undefined for events of no interest @throws if a required field is missing */
export function translateInput(input: RawInput, harness: Harness): HookInput | undefined {
  const { fields, eventOf, resultOf } = harness;
  const of = { sessionId: requiredText(input, fields.sessionId), modelId: optionalText(input, fields.model) };
  const agentId = optionalText(input, fields.agentId);
  const transcriptPath = optionalText(input, fields.transcriptPath);
  const event = eventOf(input);
  switch (event) {
    case undefined:
      return undefined;
    case 'sessionStart':
      return { event, ...of };
    case 'stop':
      return input['stop_hook_active'] === true
        ? { event: 'continued', ...of, agentId, hasEnded: true }
        : { event, ...of };
    case 'compaction':
      // A compaction that the user asks for isn't the agent's work.
      return input['trigger'] === 'manual' ? undefined : { event: 'compacted', ...of, agentId };
    case 'subagentStart':
      return { event, ...of, agentId };
    case 'userPrompt': {
      const prompt = firstOf(input, fields.prompt);
      const text = typeof prompt === 'string' ? prompt : '';
      if (typeof prompt === 'string' && prompt.trim() === '') {
        return undefined;
      }
      const own = programPrompt(harness.name, text);
      if (own?.purpose === 'continued') {
        return { event: 'continued', ...of, agentId, hasEnded: false };
      }
      return own !== undefined || harness.marksOwnPrompt?.(input) === true
        ? { event: 'woken', ...of, agentId, notice: own?.notice ?? text }
        : { event, ...of, prompt: text, agentId };
    }
    case 'modelRequest':
      return { event, ...of, folder: folderIn(input) };
    case 'permissionRequest':
      return { event, ...of, ...callOf(input, fields) };
    case 'preToolUse': {
      const answerId = firstOf(input, fields.answerId);
      const turnId = optionalText(input, fields.turnId);
      return {
        event,
        ...of,
        ...callOf(input, fields),
        tool: requiredText(input, fields.tool),
        transcriptPath,
        ...(turnId === undefined ? {} : { turnId }),
        // Copilot gives the time of the answer, as a number.
        ...(typeof answerId === 'string' || typeof answerId === 'number' ? { answerId: String(answerId) } : {}),
      };
    }
    case 'postToolUse':
    case 'postToolUseFailure': {
      const isFailed = event === 'postToolUseFailure';
      // A call that a person interrupted has not failed: nobody knows its result.
      const isEnded = input['is_interrupt'] === true;
      const result = isEnded ? undefined : firstOf(input, isFailed ? fields.error : fields.result);
      const failure = harness.failureIn?.(result);
      return {
        event: 'postToolUse',
        ...of,
        ...callOf(input, fields),
        transcriptPath,
        toldBy: event,
        result: isFailed ? result : (failure ?? resultOf(result)),
        isError: (isFailed && !isEnded) || failure !== undefined,
      };
    }
    case 'answerOver': {
      const calls = (harness.refusedIn?.(input) ?? []).map((call) => ({
        ...callOf({ ...input, ...call }, fields),
        toldBy: event,
        result: firstOf(call, fields.result),
        isError: true,
      }));
      return { event, ...of, agentId, transcriptPath, calls };
    }
  }
}

/** Without a call id, tool and arguments connect an outcome to its call. */
function callOf(input: RawInput, fields: Harness['fields']): HookCall {
  const callId = optionalText(input, fields.callId);
  return {
    agentId: optionalText(input, fields.agentId),
    callId,
    tool: callId === undefined ? requiredText(input, fields.tool) : (optionalText(input, fields.tool) ?? ''),
    arguments: firstOf(input, fields.arguments),
    folder: folderIn(input),
  };
}

function firstOf(input: RawInput, names: readonly string[]): unknown {
  const name = names.find((candidate) => input[candidate] !== undefined && input[candidate] !== null);
  return name === undefined ? undefined : input[name];
}

function optionalText(input: RawInput, names: readonly string[]): string | undefined {
  const value = firstOf(input, names);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function requiredText(input: RawInput, names: readonly string[]): string {
  const value = optionalText(input, names);
  if (value === undefined) {
    throw new Error(`A hook input has no ${names.join(' or ')}.`);
  }
  return value;
}

/** VS Code appends this and a number to the model's call id. */
export const INTERNAL_SUFFIX = '__vscode-';

export function modelCallId(hookCallId: string): string {
  return hookCallId.split(INTERNAL_SUFFIX)[0] as string;
}
