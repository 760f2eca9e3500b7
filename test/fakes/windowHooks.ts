import { answerCommand } from '../../src/core/chat/answer';
import { PLAIN_NAMES } from '../../src/core/words/callNames';
import { inEnglish } from '../../src/core/words/language';
import type { Configuration } from '../../src/core/settings/configuration';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import type { GuardEvent } from '../../src/engine/ports';
import { Guard } from '../../src/engine/guard';
import { digestOf } from '../../src/node/files/hash';
import { SYSTEM_CLOCK } from '../../src/node/hooks/clock';
import { HARNESSES } from '../../src/node/agents/harnesses';
import { type HookInput, parseRawInput, translateInput } from '../../src/node/wire/input';
import type * as hooksModule from '../../src/vscode/hooks/agentHooks';
import type { AgentHooks } from '../../src/vscode/hooks/agentHooks';
import type { AgentHooksPorts } from '../../src/vscode/hooks/agentHooksPorts';
import type { AgentControl } from '../../src/vscode/chatPanel/chatPanel';
import { AgentSessions } from '../../src/vscode/window/agentSessions';
import type { GuardHarness } from './guardHarness';
import { withVscode } from './vscodeModule';
import { VscodeWindow } from './vscodeWindow';

const { AgentHooks: Hooks } = withVscode(new VscodeWindow().module)<typeof hooksModule>('vscode/hooks/agentHooks');

export function parseHookInput(text: string): HookInput | undefined {
  return translateInput(parseRawInput(text), HARNESSES.vscode);
}

export function denyOutput(toModel: string, toPerson?: string): string {
  return HARNESSES.vscode.write({ kind: 'deny', toModel, toPerson });
}

interface WindowOptions extends Partial<Pick<AgentHooksPorts, 'clock' | 'noteStop'>> {
  readonly configuration: () => Configuration;
  readonly report?: (event: GuardEvent) => void;
}

/** The hooks of a window that can't cancel, as in a terminal, and whose reports are discarded. */
export function openHooks({ configuration, report = () => undefined, ...ports }: WindowOptions): AgentHooks {
  const settings = new ConversationSettings(configuration);
  const guard = new Guard({ hash: digestOf, settingsFor: settings.settingsFor, report });
  return new Hooks({
    ...DEFAULT_PORTS,
    guard,
    answerCommand: (id, command) =>
      answerCommand(command, { guard, settings, conversationId: id, translate: inEnglish, wayOn: 'Resume' }),
    messages: () => configuration().messages,
    sessions: new AgentSessions(),
    ...ports,
  });
}

/** The hooks of a window with this guard; by default, nothing can be canceled. */
export function hooksOf(harness: GuardHarness, ports: Partial<AgentHooksPorts> = {}): AgentHooks {
  return new Hooks({
    ...DEFAULT_PORTS,
    guard: harness.guard,
    messages: () => harness.configuration.messages,
    sessions: new AgentSessions(),
    ...ports,
  });
}

/** A chat that can't be canceled, and that discards messages. */
export const NOTHING_ENDS: AgentControl = {
  cancel: () => Promise.resolve(false),
  ask: () => Promise.resolve(),
  cancelForeign: () => Promise.resolve(false),
  tell: () => undefined,
  tellStop: () => undefined,
  stop: () => Promise.resolve(),
};

const DEFAULT_PORTS = {
  agent: NOTHING_ENDS,
  names: PLAIN_NAMES,
  clock: SYSTEM_CLOCK,
  exactStop: { prepare: () => undefined, cancel: () => Promise.resolve(false), addressOf: () => undefined },
  onRunningOn: () => undefined,
  isWatched: () => false,
  isAskedAbout: () => false,
  noteStop: () => undefined,
  answerCommand: () => '',
  onQuestion: () => undefined,
};
