import type { Detection } from '../../engine/decision/verdict';
import { conversationName } from '../../core/timeline/conversationLabel';
import { stopFacts } from '../../core/words/stopFacts';
import { sessionTypeName } from '../../node/agents/sessions';
import { runCommandLine } from '../../node/away/runCommandLine';
import { translate } from '../host/translate';
import type { GuardWindow } from '../window/guardWindow';

const TIMEOUT_MS = 10_000;

/** Runs the person's command line at a stop. Fails open. */
export function runStopCommand(
  { settings, timeline, sessions, log }: Pick<GuardWindow, 'settings' | 'timeline' | 'sessions' | 'log'>,
  detection: Detection,
): void {
  const conversation = timeline.conversation(detection.conversationId);
  const agent = sessionTypeName(sessions.typeOf(detection.conversationId) ?? 'local') ?? '';
  const chat = conversation && conversationName(conversation, translate);
  void runCommandLine(settings.current.window.onStop, stopFacts(detection, agent, chat, translate), {
    environment: process.env,
    timeoutMs: TIMEOUT_MS,
    onFault: (reason) => log.warn(`The command line of toolLoopGuard.onStop failed: ${reason}`),
  });
}
