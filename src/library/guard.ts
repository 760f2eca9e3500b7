import { randomUUID } from 'node:crypto';
import type * as published from '../../api/library/index';
import type { Configuration } from '../core/settings/configuration';
import { ConversationSettings } from '../core/settings/conversationSettings';
import { parseConfiguration } from '../core/settings/parse';
import { ENGINE_ROWS, ROWS, topOf } from '../core/settings/table';
import { inEnglish } from '../core/words/language';
import { guidanceText, nudgeText } from '../core/words/modelTexts';
import { textsOf } from '../core/words/words';
import { RecentMap } from '../engine/values/boundedMap';
import { canonicalText, parseArguments } from '../engine/values/canonical';
import { type ConversationState, STATE_VERSION } from '../engine/conversation';
import { Guard as Engine, REMEMBERED_CONVERSATIONS } from '../engine/guard';
import type { GuardEvent } from '../engine/ports';
import type { Detection, Verdict } from '../engine/decision/verdict';
import { digestOf } from '../node/files/hash';

export interface Check {
  readonly allowed: string;
  readonly isValid: (value: unknown) => boolean;
}

/** Values can be long or contain secrets, and a message needs no more than this. */
const SHOWN_CHARACTERS = 80;

const yesOrNo: Check = { allowed: 'true or false', isValid: (value) => typeof value === 'boolean' };

const aFunction: Check = { allowed: 'a function', isValid: (value) => typeof value === 'function' };

const anObject: Check = {
  allowed: 'an object',
  isValid: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** @throws {TypeError} that names the argument, unless its value is valid */
export function given(name: string, value: unknown, { allowed, isValid }: Check): void {
  if (!isValid(value)) {
    throw new TypeError(`${name} cannot be ${shown(value)}. Allowed: ${allowed}.`);
  }
}

function shown(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? String(value)).slice(0, SHOWN_CHARACTERS);
  } catch {
    return 'such a value';
  }
}

/** The conversation of calls without one. */
const ONLY_CONVERSATION = '';

/** A model turn with more calls probably has unreported results. */
const MOST_CALLS = 20;

/** A model turn that the caller doesn't identify. */
interface Answer {
  readonly round: string;
  readonly calls: Set<string>;
  readonly running: Set<string>;
}

/** Actions with which the tool doesn't run, or not yet. */
const HELD_BACK: ReadonlySet<string> = new Set<Verdict['action']>(['ask', 'chance', 'break', 'stopped']);

/** The options that are not in the table of settings. */
const OPTIONS: Readonly<Partial<Record<string, Check>>> = {
  settings: anObject,
  tools: anObject,
  messages: anObject,
  canAsk: yesOrNo,
  now: aFunction,
  onDetection: aFunction,
  onFault: aFunction,
};

const OWN_ROWS = [...ENGINE_ROWS, ...ROWS.filter(({ name }) => ['tools', 'messages'].includes(topOf(name)))];

const anOutcome: Check = {
  allowed: '{ result } or { error }',
  isValid: (value) => anObject.isValid(value) && ('result' in (value as object) || 'error' in (value as object)),
};

export class Guard implements published.Guard {
  readonly #engine: Engine;
  readonly #settings: ConversationSettings;
  readonly #now: () => number;
  readonly #canAsk: boolean;
  readonly #answers = new RecentMap<string, Answer>(REMEMBERED_CONVERSATIONS);

  constructor(options: published.GuardOptions = {}) {
    const { now = Date.now, canAsk = false } = options;
    const configuration = checkedConfiguration(options);
    this.#now = now;
    this.#canAsk = canAsk;
    this.#settings = new ConversationSettings(() => configuration);
    this.#engine = new Engine({
      hash: digestOf,
      settingsFor: this.#settings.settingsFor,
      report: (event) => tell(event, options),
    });
  }

  before(call: published.Call): published.Verdict {
    given('call', call, anObject);
    const { tool } = call;
    const like = likeness(call);
    const id = call.id ?? `${like}${randomUUID()}`;
    const answer = this.#answerWith(like, conversationOf(call));
    const verdict = this.#engine.check(
      conversationOf(call),
      { id, tool, arguments: call.arguments, round: call.round ?? answer.round, canAsk: this.#canAsk },
      this.#now(),
    );
    if (!HELD_BACK.has(verdict.action)) {
      answer.running.add(id);
    }
    return this.#told(verdict);
  }

  after(call: published.Call, outcome: published.Outcome): string | undefined {
    given('call', call, anObject);
    given('outcome', outcome, anOutcome);
    const isThrown = 'error' in outcome;
    const like = likeness(call);
    // The oldest identical call without an ID and without an outcome.
    const callId = call.id ?? this.#engine.unanswered(conversationOf(call)).find((id) => id.startsWith(like));
    let nudge: string | undefined;
    if (callId !== undefined) {
      this.#answers.get(conversationOf(call))?.running.delete(callId);
      const callArguments = parseArguments(call.arguments);
      const { error } = outcome as { readonly error?: unknown };
      const result = isThrown ? (error instanceof Error ? error.message : String(error)) : outcome.result;
      const described = { callId, result, isError: isThrown || tellsFailure(result), arguments: callArguments };
      this.#engine.record(conversationOf(call), described, this.#now(), (detection) => {
        nudge = nudgeText(detection, detection.arguments ?? callArguments);
      });
    }
    return nudge;
  }

  beginTurn(conversation = ONLY_CONVERSATION): void {
    this.#engine.beginTurn(conversation);
    this.#answers.delete(conversation);
  }

  stopped(conversation = ONLY_CONVERSATION): published.Verdict | undefined {
    const { stopped } = this.#engine.status(conversation);
    return stopped === undefined ? undefined : this.#told({ action: 'stopped', detection: stopped });
  }

  save(conversation = ONLY_CONVERSATION): published.State | undefined {
    return this.#engine.snapshot(conversation);
  }

  restore(state: unknown, conversation = ONLY_CONVERSATION): boolean {
    if ((state as Partial<published.State> | null | undefined)?.version !== STATE_VERSION) {
      return false;
    }
    try {
      this.#engine.restore(conversation, state as ConversationState);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * A call joins the turn of a call that still runs, if they differ. Identical calls are never parallel: otherwise,
   * callers that report no results would never see a loop.
   */
  #answerWith(like: string, conversation: string): Answer {
    const newest = this.#answers.get(conversation);
    const isParallel =
      newest !== undefined && newest.running.size > 0 && newest.calls.size < MOST_CALLS && !newest.calls.has(like);
    const answer = isParallel ? newest : { round: randomUUID(), calls: new Set<string>(), running: new Set<string>() };
    answer.calls.add(like);
    this.#answers.set(conversation, answer);
    return answer;
  }

  #told(verdict: Verdict): published.Verdict {
    const { action } = verdict;
    const { messages } = this.#settings.configuration;
    const { forModel, forPerson } = textsOf(verdict, { translate: inEnglish, messages });
    if (action === 'allow') {
      return { action, runs: true, ends: false };
    }
    const judgement = {
      action,
      ends: action === 'break' || action === 'stopped',
      finding: findingOf(verdict.detection),
      ...(forPerson === undefined ? {} : { forPerson }),
    };
    if (HELD_BACK.has(action)) {
      return {
        ...judgement,
        runs: false,
        forModel: forModel ?? guidanceText(verdict.detection, messages),
      };
    }
    return { ...judgement, runs: true };
  }
}

/** @throws {TypeError} that names every invalid option and setting, with its value and what is allowed */
function checkedConfiguration(options: published.GuardOptions): Configuration {
  given('options', options, anObject);
  for (const [name, value] of Object.entries(options)) {
    const check = OPTIONS[name] ?? { allowed: `one of ${Object.keys(OPTIONS).join(', ')}`, isValid: () => false };
    if (value !== undefined) {
      given(OPTIONS[name] === undefined ? 'an option' : name, OPTIONS[name] === undefined ? name : value, check);
    }
  }
  const { settings, tools, messages } = options;
  const configuration = parseConfiguration({ user: { ...settings, tools, messages } }, inEnglish, '', OWN_ROWS);
  if (configuration.problems.length > 0) {
    throw new TypeError(configuration.problems.map(({ message }) => message).join('\n'));
  }
  return configuration;
}

/** The beginning of the IDs for calls with this tool and these arguments. */
function likeness({ tool, arguments: callArguments }: published.Call): string {
  try {
    return `${digestOf(`${tool}\u0000${canonicalText(callArguments)}`)}:`;
  } catch {
    // Arguments that can't be read are not checked, either.
    return `${digestOf(tool)}:`;
  }
}

function conversationOf({ conversation = ONLY_CONVERSATION }: published.Call): string {
  return conversation;
}

/** Swallows errors of `onDetection`: the engine would take them for its own fault and allow the call. */
function tell(event: GuardEvent, { onDetection, onFault }: published.GuardOptions): void {
  if (event.kind === 'detection') {
    try {
      onDetection?.(findingOf(event.detection), event.detection.action);
    } catch (error) {
      onFault?.(error);
    }
  } else if (event.kind === 'fault') {
    onFault?.(event.error);
  }
}

function findingOf({ conversationId, tool, finding }: Detection): published.Finding {
  const { detector, certainty, count, threshold } = finding;
  return { conversation: conversationId, tool, detector, certainty, count, limit: threshold };
}

/** MCP and HTTP clients return failures in a field of the result. */
function tellsFailure(result: unknown): boolean {
  if (typeof result !== 'object' || result === null) {
    return false;
  }
  const { isError, success, status } = result as Readonly<Record<string, unknown>>;
  return isError === true || success === false || status === 'error' || (typeof status === 'number' && status >= 400);
}
