import type { ModelName } from '../../engine/facts/call';
import { argumentFactsOfCall } from '../../engine/facts/callFacts';
import { canonicalText, parseArguments } from '../../engine/values/canonical';
import { maskText, maskValue } from '../words/secrets/mask';
import type { Hash } from '../../engine/facts/signature';
import type { ArgumentFacts } from '../../engine/facts/call';
import { FORGOTTEN, type TimelineCall } from '../timeline/timelineCall';
import type { TimelineConversation } from '../timeline/timelineConversation';

/** `hashes`: no text at all; `masked`: text without secrets. */
export type SavedDetail = 'hashes' | 'masked';

/** Our trace format: what `tool-loop-guard replay` reads, one line of JSON. */
interface SavedConversation {
  readonly id: string;
  readonly source: 'vscode';
  /** `local`, `agentHostCopilot`; left out if no hook reported it. */
  readonly sessionType?: string;
  /** The latest; left out if no surface had it. */
  readonly model?: ModelName;
  readonly calls: readonly object[];
}

/**
 * Safe to write to a file. Tool names stay, because a recording without them is useless.
 * @param hash with a salt that is written nowhere: short texts could be guessed from their plain hashes
 */
export function savedConversation(
  conversation: TimelineConversation,
  detail: SavedDetail,
  hash: Hash,
): SavedConversation {
  let turn: number | undefined;
  const calls = conversation.calls.map((call) => {
    const userTurnBefore = turn !== undefined && call.turn !== turn;
    turn = call.turn;
    return savedCall(call, userTurnBefore, detail, hash);
  });
  const { id, session, model } = conversation;
  return {
    id: hash(id),
    source: 'vscode',
    ...(session === undefined ? {} : { sessionType: session.type }),
    ...(model === undefined ? {} : { model }),
    calls,
  };
}

function savedCall(call: TimelineCall, userTurnBefore: boolean, detail: SavedDetail, hash: Hash): object {
  const { outcome, resultText } = call;
  const agent = call.agent === undefined ? undefined : hash(call.agent);
  return {
    name: call.name,
    arguments: argumentsOf(call, detail, hash),
    signs: savedFacts(call, hash),
    moment: call.moment,
    ...(outcome === undefined
      ? {}
      : {
          result: detail === 'masked' && resultText !== undefined ? maskText(resultText) : null,
          resultSha: hash(outcome.digest),
          resultNorm: hash(outcome.shapeDigest),
          resultLen: outcome.length,
          isError: outcome.isError,
          cause: outcome.causeDigest === undefined ? undefined : hash(outcome.causeDigest),
          remainder: outcome.remainderDigest === undefined ? undefined : hash(outcome.remainderDigest),
          life: outcome.life,
          running: salted(outcome.running, hash),
        }),
    userTurnBefore,
    turn: `${agent ?? ''} ${call.round ?? `refused ${call.number}`}`,
    agent,
    timestamp: call.atMs,
    doneAt: call.doneMs,
    ran: call.ran,
  };
}

function savedFacts(call: TimelineCall, hash: Hash): ArgumentFacts | undefined {
  const facts = call.arguments === FORGOTTEN ? call.facts : argumentFactsOfCall(call.tool, call.arguments);
  return facts === undefined ? undefined : { ...facts, handles: salted(facts.handles, hash) };
}

/** Handles are short: without the salt, they could be guessed. */
function salted(handles: readonly string[] | undefined, hash: Hash): string[] | undefined {
  return handles?.map(hash);
}

/** Identical calls stay identical, and others don't become so because a mask hides what set them apart. */
function argumentsOf(call: TimelineCall, detail: SavedDetail, hash: Hash): unknown {
  const identity = { signature: hash(call.signature ?? String(call.number)) };
  if (detail === 'hashes' || call.arguments === FORGOTTEN) {
    return identity;
  }
  const parsed = parseArguments(call.arguments);
  const masked = maskValue(parsed);
  const isUnchanged = canonicalText(masked) === canonicalText(parsed);
  return isUnchanged ? masked : { ...identity, masked };
}
