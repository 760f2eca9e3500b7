import type { Translate } from '../../core/words/language';
import type { Messages } from '../../core/words/messages';
import { textsOf } from '../../core/words/words';
import type { Verdict } from '../../engine/verdict';
import type { Reply } from './harness';

/** Stands for the arguments of an earlier call in a text that quotes them. */
const NOT_KEPT = '…';

/**
 * Turns a verdict into what the harness is told.
 * @param callArguments of the judged call: a detection that was read from a state file has lost its own, which are the
 * same unless the run had been stopped before
 * @param messages the person's own texts
 */
export function replyTo(verdict: Verdict, callArguments: unknown, translate: Translate, messages: Messages): Reply {
  if (verdict.action === 'allow') {
    return { kind: 'allow' };
  }
  const { action, detection } = verdict;
  const ofTheCall = detection.arguments ?? (action === 'stopped' ? NOT_KEPT : callArguments);
  const { forModel = '', forPerson: toPerson = '' } = textsOf(
    { action, detection: { ...detection, arguments: ofTheCall } },
    translate,
    messages,
  );
  switch (action) {
    case 'warn':
      return { kind: 'warn', toPerson };
    case 'ask':
      return { kind: 'ask', toPerson };
    case 'chance':
      return { kind: 'deny', toModel: forModel, toPerson };
    case 'break':
    case 'stopped':
      return { kind: 'stop', toModel: forModel, toPerson };
  }
}
