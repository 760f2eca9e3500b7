import type { Detection } from '../../engine/decision/verdict';
import { conversationName } from '../../core/timeline/conversationLabel';
import { stopFacts } from '../../core/words/stopFacts';
import { sessionTypeName } from '../../node/agents/sessions';
import { runCommandLine } from '../../node/away/runCommandLine';
import { DEMONSTRATION_TOOL } from '../host/ids';
import { translate } from '../host/translate';
import type { GuardWindow } from '../window/guardWindow';

const TIMEOUT_MS = 10_000;

/** Runs the person's command line at a stop, if they have one. A demonstration is no stop. Fails open. */
export function runStopCommand(
  { settings, timeline, sessions, log }: Pick<GuardWindow, 'settings' | 'timeline' | 'sessions' | 'log'>,
  detection: Detection,
): void {
  const { onStop } = settings.current.window;
  if (onStop.trim() === '' || detection.action !== 'break' || detection.tool === DEMONSTRATION_TOOL) {
    return;
  }
  const conversation = timeline.conversation(detection.conversationId);
  const agent = sessionTypeName(sessions.typeOf(detection.conversationId) ?? 'local') ?? '';
  const chat = conversation && conversationName(conversation, translate);
  void runCommandLine(onStop, stopFacts(detection, agent, chat, translate), {
    environment: process.env,
    timeoutMs: TIMEOUT_MS,
    onFault: (reason) => log.warn(`The command line of toolLoopGuard.onStop failed: ${reason}`),
  });
}
