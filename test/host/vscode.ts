import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { resolve } from 'node:path';

/** Accepts the command line of a desktop VS Code. */
export const SHIM = resolve('scripts/vscode-shim.mjs');
const RELEASES = 'https://update.code.visualstudio.com/api/releases/stable';
const ONLINE_LIMIT_MS = 3_000;

/**
 * The desktop VS Code if it can be downloaded and shown; otherwise, the stand-in that shows the npm VS Code Server.
 * `TOOL_LOOP_TEST_VSCODE` overrides this: `server`, `desktop`, or a path.
 */
export async function findVSCode(): Promise<string> {
  const wish = process.env.TOOL_LOOP_TEST_VSCODE ?? 'auto';
  switch (wish) {
    case 'server':
      return SHIM;
    case 'desktop':
      return downloadAndUnzipVSCode('stable');
    case 'auto':
      return (await desktopIsPossible())
        ? downloadAndUnzipVSCode({ version: 'stable', reporter: new SilentReporter() })
        : SHIM;
    default:
      return wish;
  }
}

async function desktopIsPossible(): Promise<boolean> {
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY);
  return hasDisplay && (await isOnline());
}

async function isOnline(): Promise<boolean> {
  try {
    return (await fetch(RELEASES, { method: 'HEAD', signal: AbortSignal.timeout(ONLINE_LIMIT_MS) })).ok;
  } catch {
    return false;
  }
}
