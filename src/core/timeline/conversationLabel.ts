import { ageText, loopsText } from '../words/numberText';
import type { TimelineConversation } from './timelineConversation';
import type { Translate } from '../words/language';
import { clip, oneLine, toolLabel } from '../words/quoting';

interface ConversationLabel {
  readonly label: string;
  /** Origin (unless VS Code's own agent in the window's folder), age of the last call, number of calls and loops. */
  readonly description: string;
}

type LabelledConversation = Pick<TimelineConversation, 'id' | 'turns' | 'lastAtMs' | 'size'> &
  Partial<Pick<TimelineConversation, 'origin' | 'calls' | 'loops'>>;

const NAMED_TOOLS = 2;

const SEARCHED_CALLS = 50;

export function conversationLabel(
  conversation: LabelledConversation,
  nowMs: number,
  translate: Translate,
): ConversationLabel {
  const { lastAtMs, size, origin = [], loops = [] } = conversation;
  const counted =
    size === 0 || lastAtMs === undefined
      ? [translate('no calls yet')]
      : [
          ageText(nowMs - lastAtMs, translate),
          size === 1 ? translate('1 call') : translate('{count} calls', { count: size }),
          ...(loops.length === 0 ? [] : [loopsText(loops.length, translate)]),
        ];
  return { label: conversationName(conversation, translate), description: [...origin, ...counted].join(' · ') };
}

/** The first prompt; else the first tools, else the ID. */
export function conversationName(
  { id, turns, calls = [] }: Pick<LabelledConversation, 'id' | 'turns' | 'calls'>,
  translate: Translate,
): string {
  const prompt = turns.find((turn) => turn.prompt !== undefined && turn.prompt.trim() !== '')?.prompt;
  if (prompt !== undefined) {
    return prompt;
  }
  const tools = [...new Set(calls.slice(0, SEARCHED_CALLS).map(({ name }) => toolLabel(name)))];
  return tools.length === 0
    ? translate('Chat {id}', { id: clip(oneLine(id), 8) })
    : `${tools.slice(0, NAMED_TOOLS).join(', ')}${tools.length > NAMED_TOOLS ? ' …' : ''}`;
}
