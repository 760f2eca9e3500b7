import { execFile } from 'node:child_process';
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
    (_, canceled) => outputOf([program, ...given, ...(existsSync(settings) ? ['--settings', settings] : [])], canceled),
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

/** Undefined if it was canceled. */
function outputOf(given: readonly string[], canceled: vscode.CancellationToken): Promise<Output | undefined> {
  const ending = new AbortController();
  canceled.onCancellationRequested(() => ending.abort());
  // With this variable, VS Code's own program runs scripts as Node does.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, given, { env, maxBuffer: Infinity, signal: ending.signal }, (error, text, told) => {
      // A program that could be started has told why it failed.
      const errors = [...told.split('\n'), typeof error?.code === 'number' ? '' : (error?.message ?? '')];
      resolve(ending.signal.aborted ? undefined : { text, errors: errors.filter((line) => line !== '') });
    });
  });
}
