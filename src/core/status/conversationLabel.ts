import type { Translate } from '../words/language';
import type { TimelineConversation } from '../timeline/timelineConversation';

/** How a conversation is named where a person picks one. */
interface ConversationLabel {
  /** What it began with; where no surface told, its id. */
  readonly label: string;
  /**
   * Whose session it is and where, unless VS Code's own agent's in the window's folder, how old its last call is, and
   * how many there were.
   */
  readonly description: string;
}

/** What the name is made of. */
type LabelledConversation = Pick<TimelineConversation, 'id' | 'turns' | 'lastAtMs' | 'size'> &
  Partial<Pick<TimelineConversation, 'origin'>>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Names a conversation by its first prompt, its age and its calls. */
export function conversationLabel(
  { id, turns, lastAtMs, size, origin = [] }: LabelledConversation,
  nowMs: number,
  translate: Translate,
): ConversationLabel {
  const counted =
    size === 0
      ? translate('no calls yet')
      : translate('{age} · {calls} calls', { age: ageText(nowMs - lastAtMs, translate), calls: size });
  const prompt = turns.find((turn) => turn.prompt !== undefined)?.prompt;
  return {
    label: prompt ?? translate('Conversation {id}', { id: id.slice(0, 8) }),
    description: [...origin, counted].join(' · '),
  };
}

function ageText(ageMs: number, translate: Translate): string {
  if (ageMs < MINUTE_MS) {
    return translate('now');
  }
  if (ageMs < HOUR_MS) {
    return translate('{minutes} min ago', { minutes: Math.floor(ageMs / MINUTE_MS) });
  }
  return ageMs < DAY_MS
    ? translate('{hours} h ago', { hours: Math.floor(ageMs / HOUR_MS) })
    : translate('{days} days ago', { days: Math.floor(ageMs / DAY_MS) });
}
