import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { PagePanel } from '../host/pagePanel';
import { prompts } from '../host/prompts';
import { translate } from '../host/translate';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';

/** As `tool-loop-guard scan` looks back when it is not told. */
const DAYS = 30;

export function registerScan(window: GuardWindow): Registered<'scan'> {
  let scanned = '';
  const panel = new PagePanel({
    viewType: 'toolLoopGuard.scan',
    title: translate('Tool Loop Guard: Scan'),
    icon: { folder: vscode.Uri.joinPath(window.installation, 'media'), file: 'graph' },
    commands: [],
    pageNow: () => () => scanned,
  });
  return {
    parts: [panel],
    commands: {
      'toolLoopGuard.scanSessions': async () => {
        const page = await scanSessions(window);
        if (page !== undefined) {
          scanned = page;
          panel.show();
        }
      },
    },
  };
}

/**
 * Looks for loops in the recorded sessions of all agents on this machine. The command line does it in a process of its
 * own: it may take a while, and much memory for an extension.
 * @returns the page about them; undefined when it was canceled, or failed and the person was told
 */
async function scanSessions({ installation, ownFolder, log }: GuardWindow): Promise<string | undefined> {
  const settings = vscode.Uri.joinPath(ownFolder, '..', '..', 'settings.json').fsPath;
  const given = ['scan', '--days', String(DAYS), '--html', '-'];
  const program = vscode.Uri.joinPath(installation, 'dist', 'cli.js').fsPath;
  const scanned = await prompts.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: translate('Scanning your agent sessions…'),
      cancellable: true,
    },
    (_, canceled) =>
      outputOf([program, ...given, ...(existsSync(settings) ? ['--settings', settings] : [])], (end) =>
        canceled.onCancellationRequested(end),
      ),
  );
  if (scanned === undefined) {
    return undefined;
  }
  scanned.errors.forEach((line) => log.warn(`Scan: ${line}`));
  if (scanned.page === '') {
    void prompts.showErrorMessage(translate('Your sessions couldn’t be scanned. The log says why.'));
    return undefined;
  }
  return scanned.page;
}

interface Output {
  readonly page: string;
  readonly errors: readonly string[];
}

/**
 * What a program prints.
 * @param onCancel gets what ends it
 * @returns undefined when it was canceled
 */
function outputOf(given: readonly string[], onCancel: (end: () => void) => unknown): Promise<Output | undefined> {
  return new Promise((resolve) => {
    // VS Code's own program runs scripts as Node does, where it is told to.
    const child = spawn(process.execPath, given, {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [page, errors, isCanceled] = ['', '', false];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (page += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    onCancel(() => {
      isCanceled = true;
      child.kill();
    });
    const end = (more: string): void =>
      resolve(
        isCanceled ? undefined : { page, errors: `${errors}\n${more}`.split('\n').filter((line) => line !== '') },
      );
    child.once('error', (error) => end(error.message));
    child.once('close', () => end(''));
  });
}
