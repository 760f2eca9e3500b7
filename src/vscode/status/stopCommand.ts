import type { Detection } from '../../engine/decision/verdict';
import { conversationName } from '../../core/timeline/conversationLabel';
import { stopFacts } from '../../core/words/stopFacts';
import { sessionTypeName } from '../../node/agents/sessions';
import { runCommandLine } from '../../node/away/runCommandLine';
import { DEMONSTRATION_TOOL } from '../host/ids';
import { translate } from '../host/translate';
import type { GuardWindow } from '../window/guardWindow';

const TIMEOUT_MS = 10_000;

/** Runs the person's command line at each stop, if they have one. A demonstration is none. Fails open. */
export function runAtStops(window: Pick<GuardWindow, 'onDetection' | 'settings' | 'timeline' | 'sessions' | 'log'>): {
  dispose(): unknown;
} {
  const { settings, timeline, sessions, log } = window;
  const run = (detection: Detection): void => {
    const line = settings.current.window.onStop.trim();
    if (line === '' || detection.action !== 'break' || detection.tool === DEMONSTRATION_TOOL) {
      return;
    }
    const conversation = timeline.conversation(detection.conversationId);
    const agent = sessionTypeName(sessions.typeOf(detection.conversationId) ?? 'local');
    const facts = stopFacts(
      detection,
      agent ?? '',
      conversation && conversationName(conversation, translate),
      translate,
    );
    runCommandLine(line, facts, {
      environment: process.env,
      timeoutMs: TIMEOUT_MS,
      onFault: (reason) => log.warn(`The command line of toolLoopGuard.onStop failed: ${reason}`),
    });
  };
  return window.onDetection(run);
}
