import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { scanPage } from '../../core/scan/scanPage';
import type { ScanReport } from '../../core/scan/scanReport';
import { isJsonObject, jsonIn } from '../../node/files/jsonFields';
import { PagePanel } from '../host/pagePanel';
import { prompts } from '../host/prompts';
import { translate } from '../host/translate';
import type { Registered } from '../window/feature';
import type { GuardWindow } from '../window/guardWindow';

/** The default of `tool-loop-guard scan`. */
const DAYS = 30;

export function registerScan(window: GuardWindow): Registered<'scan'> {
  let scanned: ScanReport | undefined;
  const panel = new PagePanel(window.installation, {
    viewType: 'toolLoopGuard.scan',
    title: translate('Tool Loop Guard: Scan'),
    icon: 'graph',
    commands: [],
    pageNow: () => (nonce) =>
      scanned === undefined ? '' : scanPage(scanned, DAYS, { nonce, language: vscode.env.language }, translate),
  });
  return {
    parts: [panel],
    commands: {
      'toolLoopGuard.scanSessions': async () => {
        const report = await scanSessions(window);
        if (report !== undefined) {
          scanned = report;
          panel.show();
        }
      },
    },
  };
}

/** In a process of its own, as it may take a while, and much memory. Undefined if it was canceled or has failed. */
async function scanSessions({ installation, ownFolder, log }: GuardWindow): Promise<ScanReport | undefined> {
  const settings = vscode.Uri.joinPath(ownFolder, '..', '..', 'settings.json').fsPath;
  const given = ['scan', '--days', String(DAYS), '--json'];
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
  const report = jsonIn(scanned.text);
  if (!isReport(report)) {
    void prompts.showErrorMessage(translate('Your sessions couldn’t be scanned. The log says why.'));
    return undefined;
  }
  return report;
}

/** Our own program wrote it, so little needs to be checked. */
function isReport(value: unknown): value is ScanReport {
  return isJsonObject(value) && Array.isArray(value['loops']);
}

interface Output {
  readonly text: string;
  readonly errors: readonly string[];
}

/** @param onCancel gets what ends the program; then the output is undefined */
function outputOf(given: readonly string[], onCancel: (end: () => void) => unknown): Promise<Output | undefined> {
  return new Promise((resolve) => {
    // With this variable, VS Code's own program runs scripts as Node does.
    const child = spawn(process.execPath, given, {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [printed, errors, isCanceled] = ['', '', false];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    onCancel(() => {
      isCanceled = true;
      child.kill();
    });
    const end = (more: string): void =>
      resolve(
        isCanceled
          ? undefined
          : { text: printed, errors: `${errors}\n${more}`.split('\n').filter((line) => line !== '') },
      );
    child.once('error', (error) => end(error.message));
    child.once('close', () => end(''));
  });
}
