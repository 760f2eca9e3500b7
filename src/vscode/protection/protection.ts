import * as vscode from 'vscode';
import { linkLine, type WriteLink } from '../../core/chat/chatLink';
import type { ProtectionNotice } from '../../core/protection/gap';
import { type RunningThread, threadName } from '../../core/protection/runningThread';
import { escapeMarkdown } from '../../core/words/pages/markdown';
import { prompts } from '../host/prompts';
import { translate } from '../host/translate';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';
import { reportFirstFault } from '../window/log';
import { ProtectionWatch } from './protectionWatch';
import { protectionPage } from '../../core/protection/protectionPage';
import { protectionTable } from '../../core/protection/protectionTable';
import { REMEDY_COMMANDS } from '../../core/protection/remedyCommand';
import { appServerOf } from '../../node/agents/codex';
import { interruptTurn } from '../../node/hooks/appServer';
import type { OutsideAgent } from '../../node/agents/agent';
import { OUTSIDE_AGENTS, OUTSIDE_SESSIONS } from '../../node/agents/registry';
import { findProgram } from '../../node/files/program';
import { isOnMachine } from '../../node/install/installation';
import { thisMachine } from '../../node/protection/machineFacts';
import { PagePanel } from '../host/pagePanel';

const LOOK_INTERVAL_MS = 5_000;

export function registerProtection(window: GuardWindow): Registered<'protection'> {
  const { settings, installation, statusLines, protection, log } = window;
  const watch = new ProtectionWatch(window);
  statusLines.push((_, link) => gapLines(protection, link));
  const page = new PagePanel(installation, {
    viewType: 'toolLoopGuard.protection',
    title: translate('Tool Loop Guard: What Is Guarded'),
    icon: 'shield',
    commands: REMEDY_COMMANDS,
    pageNow: () => {
      const rows = protectionTable(watch.look(Date.now()), OUTSIDE_SESSIONS, translate);
      const report = { rows, missing: missingTypes(), threads: protection.now.threads, nowMs: Date.now() };
      const { language } = vscode.env;
      return (nonce) => protectionPage(report, { nonce, language }, translate);
    },
  });
  const onFault = reportFirstFault(log, 'looking at the protection');
  const look = (): void => {
    try {
      watch.look(Date.now());
      page.refresh();
    } catch (error) {
      onFault(error);
    }
  };
  look();
  const timer = setInterval(look, LOOK_INTERVAL_MS);
  timer.unref();
  return {
    parts: [
      { dispose: () => clearInterval(timer) },
      page,
      settings.onDidChange(look),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('chat') && look()),
      vscode.workspace.onDidGrantWorkspaceTrust(look),
    ],
    commands: {
      'toolLoopGuard.checkProtection': () => page.show(),
      'toolLoopGuard.stopThread': async (id) => {
        const thread = protection.now.threads.find((each) => each.id === id) ?? (await pickThread(protection));
        if (thread === undefined) {
          return;
        }
        const hasEnded = await interruptTurn(appServerOf(thisMachine()), thread.id);
        await watch.lookForThreads(Date.now());
        page.refresh();
        const name = threadName(thread);
        void prompts.showInformationMessage(
          hasEnded
            ? translate('Codex was stopped: {thread}.', { thread: name })
            : translate('Codex couldn’t be stopped: {thread}. In a terminal, run {command}, and press Esc.', {
                thread: name,
                command: `codex resume ${thread.id}`,
              }),
        );
      },
    },
  };
}

async function pickThread({ now }: ProtectionNotice): Promise<RunningThread | undefined> {
  const items = now.threads.map((thread) => ({ label: threadName(thread), thread }));
  const picked = await prompts.showQuickPick(items, { title: translate('Which Codex thread do you want to stop?') });
  return picked?.thread;
}

/** Codex sessions in VS Code are those of the same agent. */
function missingTypes(): string[] {
  const machine = thisMachine();
  const isHere = (agent: OutsideAgent): boolean =>
    agent.sharesFolder === true ? findProgram(agent.program, machine) !== undefined : isOnMachine(agent, machine);
  return OUTSIDE_AGENTS.filter((agent) => !isHere(agent)).flatMap(({ id, protection }) =>
    id === 'codex' ? ['codex', protection.id] : [protection.id],
  );
}

function gapLines({ now: { gap } }: ProtectionNotice, link: WriteLink | undefined): readonly string[] {
  if (gap === undefined) {
    return [];
  }
  const { session, why, remedy } = gap;
  return [
    [
      session === undefined
        ? translate('**New chats in this window aren’t guarded.**')
        : `**${escapeMarkdown(translate('Not guarded: {sessions}.', { sessions: session }))}**`,
      escapeMarkdown(why),
      escapeMarkdown(remedy),
      ...linkLine(link, [[translate('How to fix'), { kind: 'protection' }]]),
    ].join(' '),
  ];
}
