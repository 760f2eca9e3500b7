import { detectorOf } from '../../engine/rules/registry';
import type { Detection } from '../../engine/decision/verdict';
import { cutInTheMiddle } from './callLabel';
import { type CallNames, PLAIN_NAMES, type Recalled } from './callNames';
import { toldTexts } from './detectorTexts';
import type { Translate } from './language';
import type { Messages } from './messages';
import { codeSpan } from './pages/markdown';
import { maskText } from './secrets/mask';
import { oneLine, shortFailure, toolLabel } from './quoting';

const CHAT_CHARACTERS = 60;
/** Shared by the calls of a round. */
const ROUND_CHARACTERS = 160;
const LEAST_OF_A_CALL = 28;

/** How texts for a person are written. */
export interface Phrasing {
  readonly translate: Translate;
  readonly names?: CallNames | undefined;
  /** The user's own texts, where there may be some. */
  readonly messages?: Messages;
  /** Calls are in code spans, and nothing from them becomes markup; else plain text. */
  readonly isMarkdown?: boolean;
}

/** What happened, without the "Loop stopped." before it. */
export function stopSentences(detection: Detection, phrasing: Phrasing): string[] {
  const { translate, names } = phrasing;
  const { did, blocked, call } = told(detection, phrasing);
  const recalled = names?.recall?.(detection);
  const whatHappened = [
    ...(detection.finding.isOutage === true ? [translate('The service can’t be reached.')] : []),
    ...(detection.afterChance
      ? [
          translate('{call} was blocked and the model was told to change course. It made the same call again.', {
            call,
          }),
        ]
      : [did, recalled?.isRefused === true ? refusedText(translate) : blocked]),
  ];
  switch (recalled?.stopOf) {
    case 'run':
      return [...whatHappened, translate('This happened in a subagent, so the whole run was stopped.')];
    case 'subagent':
      return [...whatHappened, translate('This happened in a subagent. The agent that started it continues.')];
    default:
      return whatHappened;
  }
}

export function refusedText(translate: Translate): string {
  return translate('VS Code didn’t run the call: there is no such tool, or its arguments aren’t valid.');
}

export function warningSentences(detection: Detection, phrasing: Phrasing): string {
  const { did } = told(detection, phrasing);
  // At a moment, there is no call to allow.
  return isMomentOf(detection.finding.detector)
    ? phrasing.translate('Possible loop: {what}', { what: did })
    : phrasing.translate('Possible loop: {what} The call was allowed.', { what: did });
}

export function whatHappened(detection: Detection, phrasing: Phrasing): string {
  return told(detection, phrasing).did;
}

export function chanceSentences(detection: Detection, phrasing: Phrasing): string {
  const { did } = told(detection, phrasing);
  return phrasing.translate(
    'Possible loop: {what} The call was blocked and the model was told to try something else. If it repeats the ' +
      'call, the agent is stopped.',
    { what: did },
  );
}

export function askSentences(detection: Detection, phrasing: Phrasing): string {
  return told(detection, phrasing).ask;
}

/** For a notification while the agent is still running. */
export function stuckSentences(detection: Detection, phrasing: Phrasing): string {
  const { translate } = phrasing;
  const what = { what: told(detection, phrasing).did };
  return ofChat(detection, phrasing, {
    unnamed: () => translate('The agent may be stuck: {what}', what),
    chat: (values) => translate('The agent in "{chat}" may be stuck: {what}', { ...values, ...what }),
    session: (values) =>
      translate('The agent in {agent} session "{chat}" may be stuck: {what}', { ...values, ...what }),
  });
}

interface ChatSentences {
  unnamed(): string;
  chat(values: { readonly chat: string }): string;
  session(values: { readonly chat: string; readonly agent: string }): string;
}

/** The name of the chat is masked and short. */
export function ofChat({ conversationId }: Detection, { names }: Phrasing, sentences: ChatSentences): string {
  const known = names?.chat?.(conversationId);
  if (known === undefined) {
    return sentences.unnamed();
  }
  const { agent } = known;
  const chat = shownChat(known.name);
  return agent === undefined ? sentences.chat({ chat }) : sentences.session({ agent, chat });
}

export function shownChat(name: string): string {
  return cutInTheMiddle(maskText(oneLine(name)), CHAT_CHARACTERS);
}

/** Goes to a model in the user's name, so it has nothing from arguments or results. */
export function steeringText({ finding, tool }: Detection, translate: Translate): string {
  if (isMomentOf(finding.detector)) {
    return steeringAnew(translate);
  }
  const named = codeSpan(toolLabel(tool));
  const values = { tool: named, count: finding.count - 1 };
  const stop =
    finding.detector === 'repeat'
      ? stopRepeating(finding, values, translate)
      : translate('You’re going in circles: your last calls, including {tool}, returned nothing new.', values);
  return `${stop} ${wayOut(translate)}`;
}

/** If the repeated call is unknown, or there is none. */
export function steeringAnew(translate: Translate): string {
  return `${translate('You’re going in circles: your last steps made no progress.')} ${wayOut(translate)}`;
}

function wayOut(translate: Translate): string {
  return translate('Work out why, then try a different approach. If you’re blocked, tell me what you need.');
}

function stopRepeating(
  { results }: Detection['finding'],
  values: { readonly tool: string; readonly count: number },
  translate: Translate,
): string {
  if (values.count < 2) {
    return translate('Stop repeating {tool} with the same arguments: nothing has changed since the last time.', values);
  }
  return results === 'same'
    ? translate('Stop repeating {tool} with the same arguments: it returned the same result {count} times.', values)
    : translate(
        'Stop repeating {tool} with the same arguments: you called it {count} times without a new result.',
        values,
      );
}

function told(
  detection: Detection,
  { translate, names = PLAIN_NAMES, isMarkdown = false }: Phrasing,
): ReturnType<typeof toldTexts> & { readonly call: string } {
  const { finding, tool } = detection;
  const emphasis = isMarkdown ? codeSpan : (name: string) => name;
  const recalled = names.recall?.(detection);
  const call = emphasis(names.label(tool, detection.arguments));
  const error = errorIn(recalled);
  const values = {
    call,
    tool: emphasis(toolLabel(finding.failedTool ?? tool)),
    calls: roundIn(recalled, finding.period, names, emphasis),
    error: error === undefined ? undefined : emphasis(error),
  };
  return { ...toldTexts(finding, values, translate), call };
}

/** Undefined without a cycle, or if not all of its calls are remembered. */
function roundIn(
  recalled: Recalled | undefined,
  period: number,
  { label }: CallNames,
  emphasis: (name: string) => string,
): string | undefined {
  const round = recalled?.steps.slice(-period).map(([call]) => call);
  if (period < 2 || round?.length !== period) {
    return undefined;
  }
  const characters = Math.max(LEAST_OF_A_CALL, Math.floor(ROUND_CHARACTERS / period));
  const labels = round.flatMap((call) =>
    call === undefined ? [] : [emphasis(cutInTheMiddle(label(call.tool, call.arguments), characters))],
  );
  return labels.length === period ? labels.join(' → ') : undefined;
}

/** Why the newest remembered call failed, by its result. */
function errorIn(recalled: Recalled | undefined): string | undefined {
  const texts = recalled?.steps.flat().flatMap((call) => call?.resultText ?? []);
  return shortFailure(texts?.at(-1) ?? '') || undefined;
}

export function isMomentOf(detector: Detection['finding']['detector']): boolean {
  return detectorOf(detector).watches === 'moments';
}
