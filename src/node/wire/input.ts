import { jsonIn, isJsonObject } from '../files/jsonFields';
import type { AfterCall, AskedCall, Harness, RawInput } from './harness';
import { programPrompt } from './programPrompts';

export type HookInput = { readonly sessionId: string; readonly modelId: string | undefined } & (
  | { readonly event: 'sessionStart' }
  | { readonly event: 'stop' }
  | {
      /** The agent had ended, and something made it go on. */
      readonly event: 'continued';
      readonly agentId: string | undefined;
      /** It has ended once more. */
      readonly hasEnded: boolean;
    }
  | { readonly event: 'compacted'; readonly agentId: string | undefined }
  | {
      /** A program submitted a prompt: a turn begins, or goes on, that no person began. */
      readonly event: 'woken';
      readonly agentId: string | undefined;
      /** What the prompt says, without ids that are other ones each time. */
      readonly notice: string;
    }
  | { readonly event: 'subagentStart'; readonly agentId: string | undefined }
  | {
      readonly event: 'userPrompt';
      readonly prompt: string;
      /** The subagent that the prompt is for, which is no message of the person. */
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
  /** The subagent that makes the call; undefined for the main agent, and where the harness does not tell. */
  readonly agentId: string | undefined;
  readonly callId: string | undefined;
  readonly tool: string;
  readonly arguments: unknown;
  /** Where the session works; undefined where the harness does not tell. */
  readonly folder: string | undefined;
}

/**
 * Reads the JSON text a hook gets on stdin. Fields that no harness names are of no interest.
 * @throws when the text isn't a JSON object
 */
export function parseRawInput(text: string): RawInput {
  // The error of JSON.parse would quote the input, which must not get into a log.
  const input = jsonIn(text);
  if (!isJsonObject(input)) {
    throw new Error('A hook input must be a JSON object.');
  }
  return input;
}

/** Where a session works, which all harnesses tell in one of two fields; undefined where neither is there. */
export function folderIn(input: RawInput): string | undefined {
  return optionalText(input, ['workingDirectory', 'cwd']);
}

/** The file in which the harness writes what the session does; undefined where it does not tell. */
export function transcriptIn(input: RawInput, { fields }: Harness): string | undefined {
  return optionalText(input, fields.transcriptPath);
}

/**
 * Translates a hook input by what its harness calls things.
 * @returns undefined for events that are of no interest
 * @throws when a field is missing that cannot be done without
 */
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
      // What the person asks for is no work of the agent's.
      return input['trigger'] === 'manual' ? undefined : { event: 'compacted', ...of, agentId };
    case 'subagentStart':
      return { event, ...of, agentId };
    case 'userPrompt': {
      const prompt = firstOf(input, fields.prompt);
      const text = typeof prompt === 'string' ? prompt : '';
      // Some harnesses submit an empty prompt after each result.
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
      // What a person ends has not failed: nobody knows its result.
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

/** An outcome belongs to its call by the call's id; without one by its tool and arguments. */
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

/** VS Code adds this and a number to the call id that the model gave. */
export const INTERNAL_SUFFIX = '__vscode-';

/** The id that the model gave, of an id that a hook got. */
export function modelCallId(hookCallId: string): string {
  return hookCallId.split(INTERNAL_SUFFIX)[0] as string;
}
