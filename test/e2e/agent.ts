// Drives VS Code's own agent with the scripted model of test/fixtures/scripted-model.
import { commands, extensions, lm } from 'vscode';
import { LIMIT_MS, page } from './page';
import { noSettings } from './settings';

const FIXTURE = 'tool-loop-guard-fixtures.scripted-model';
const COPILOT = 'GitHub.copilot-chat';
const GUARD = 'tool-loop-guard.tool-loop-guard';
const VENDOR = 'scripted';
const GUARDED_VENDOR = 'tool-loop-guard';
/** Between an agent's turn and what an extension says of it nobody answers for a moment. */
const FREE_MS = 250;
/** The workbench learns a little later than we do that there is a model; until then it asks for a sign-in. */
const WORKBENCH_LEARNS_MS = 3_000;

/** The last one is there, alone, where pictures are taken. */
export type Model = 'scripted-one' | 'scripted-two' | 'coding-model';
export type Tool = 'scripted_probe' | 'scripted_note' | 'scripted_plan' | 'scripted_guarded';

export interface Call {
  readonly name: string;
  /** A value `{ fromResult: '<expression>' }` is what its first group finds in the latest result that has it. */
  readonly input: object;
}

/** Waiting before the answer: a fixed time, or until `release()`. */
interface Pause {
  readonly delayMs?: number;
  readonly hold?: boolean;
}

/**
 * One answer of the model: text ends the turn, calls (several are parallel) go on; `ifRead` chooses by what stands in a
 * result that the model has read.
 */
export type Step =
  | string
  | { readonly ifRead: string; readonly then: Step; readonly otherwise: Step }
  | (Pause & StreamedStep & { readonly text?: string; readonly calls?: readonly Call[] });

/** An answer in several parts: thinking, text, texts (one part each), data, calls, then an error. */
interface StreamedStep {
  readonly thinking?: string;
  readonly texts?: readonly string[];
  readonly data?: string;
  readonly errorAtEnd?: string;
}

/** What one execution of a tool does. */
type Behaviour = Pause & { readonly text?: string; readonly error?: string };

export interface Message {
  readonly text: string;
  readonly results: readonly { readonly text: string }[];
}

/** What the model was sent once. */
export interface ModelRequest {
  readonly model: Model;
  readonly conversation: string | undefined;
  /** The script it answered from; none for requests that no script is for. */
  readonly prompt: string | undefined;
  readonly messages: readonly Message[];
}

export interface Execution {
  readonly tool: Tool;
  readonly cancelled: boolean;
}

export interface Report {
  readonly requests: readonly ModelRequest[];
  readonly executions: readonly Execution[];
}

/** Each test file is a bundle of its own, with its own copy of this module: what all share is the process. */
const READY_VARIABLE = 'TOOL_LOOP_TEST_IS_READY';

/** Activates everything a prompt needs; cheap after the first time in a window. Call it in `before`. */
export async function ready(): Promise<void> {
  if (process.env[READY_VARIABLE] === undefined) {
    await becomeReady();
    process.env[READY_VARIABLE] = 'yes';
  }
}

async function becomeReady(): Promise<void> {
  for (const id of [COPILOT, FIXTURE, GUARD]) {
    await extensions.getExtension(id)?.activate();
  }
  await until(async () => (await lm.selectChatModels({ vendor: VENDOR })).length > 0);
  await sleep(WORKBENCH_LEARNS_MS);
}

/** Begins each test with default settings and in a new chat, and ends it when nobody answers any more. */
export function newChatForEach(): void {
  before(ready);
  beforeEach(async () => {
    await noSettings();
    await newChat();
  });
  // The explanation of a stop comes a moment after the agent's turn; it must not land in the next test's chat.
  afterEach(() => waitUntilIdle({ quietMs: 800 }));
  after(noSettings);
}

/** Forgets all scripts, behaviours and records, and starts a new conversation. */
export async function newChat(): Promise<void> {
  await cancel();
  await settled();
  await commands.executeCommand('scriptedModel.reset');
  await commands.executeCommand('workbench.action.closeAllEditors');
  await startConversation();
}

/** Starts a new conversation and keeps scripts and records: for tests of two conversations. */
export async function startConversation(): Promise<void> {
  // A chat that was brought to the front may have had the focus; the new conversation is to begin in the chat view.
  await commands.executeCommand('workbench.action.chat.open');
  await commands.executeCommand('workbench.action.chat.newChat');
  await sleep(300);
}

/** Says what the model answers, step by step, once a prompt contains this text. After the last step it says "Done.". */
export async function script(prompt: string, steps: readonly Step[]): Promise<void> {
  await commands.executeCommand('scriptedModel.setScript', { prompt, steps });
}

/** Says what the executions of a tool do from now on, in order; the last one stays for all further ones. */
export async function tool(name: Tool, ...behaviours: readonly Behaviour[]): Promise<void> {
  await commands.executeCommand('scriptedModel.setTool', name, behaviours);
}

/** Lets everything go on that was told to `hold`. */
export async function release(): Promise<void> {
  await commands.executeCommand('scriptedModel.release');
}

/** Cancels the running request, as the stop button does, until it has really ended. */
export async function cancel(): Promise<void> {
  await until(async () => {
    await commands.executeCommand('workbench.action.chat.cancel');
    return !page.exists || !(await page.isAnswering());
  });
}

/**
 * Sends a prompt to the agent in the current conversation and waits for the end of the turn, or until a person has
 * something to confirm.
 */
export async function send(
  prompt: string,
  { model = 'scripted-one', guarded = false }: { model?: Model; guarded?: boolean } = {},
): Promise<void> {
  await settled();
  await commands.executeCommand('workbench.action.chat.open', {
    query: prompt,
    mode: 'agent',
    modelSelector: guarded ? { vendor: GUARDED_VENDOR, id: `${VENDOR}/${model}` } : { vendor: VENDOR, id: model },
    blockOnResponse: true,
  });
  await settled();
}

/**
 * Waits until nobody answers in the chat. A prompt that comes earlier is queued behind the running request, and an
 * extension may say something of its own after the agent's turn.
 */
async function settled(): Promise<void> {
  if (page.exists) {
    await page.untilFree(FREE_MS);
  }
}

/** What the model was sent and which tools ran since `newChat`. */
export async function report(): Promise<Report> {
  return commands.executeCommand<Report>('scriptedModel.report');
}

/** Waits until the model and the tools have been quiet for a while: after a prompt that was typed, not sent. */
export async function waitUntilIdle({ quietMs = 1_500 } = {}): Promise<Report> {
  let seen = countsOf(await report());
  await until(async () => {
    await (page.exists ? page.untilFree(quietMs) : sleep(quietMs));
    const before = seen;
    seen = countsOf(await report());
    return seen === before;
  });
  return report();
}

const countsOf = ({ requests, executions }: Report): string => `${requests.length}/${executions.length}`;

/** A step with one call. */
export const call = (name: string, input: object = {}): Step => ({ calls: [{ name, input }] });

/** A step with several calls in one answer. */
export const parallel = (...calls: readonly Call[]): Step => ({ calls });

/** The same step several times. */
export const repeat = (times: number, step: Step): Step[] => Array.from({ length: times }, () => step);

/** The results of tool calls as the model read them in its latest request, in order. */
export function resultsTheModelRead({ requests }: Report): string[] {
  return (requests.at(-1)?.messages ?? []).flatMap(({ results }) => results.map(({ text }) => text));
}

/** Waits until the condition holds, and fails after the limit. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; !(await condition()); await sleep(100)) {
    if (Date.now() > end) {
      throw new Error(`It did not happen within ${LIMIT_MS} ms: ${condition.toString()}`);
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
