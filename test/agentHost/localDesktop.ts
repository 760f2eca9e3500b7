// STAND-IN FOR A LOCAL DESKTOP. A window of the VS Code Server is a remote window. When the Agent Host asks it for a
// plugin's files, it names them `file:`, but the window has granted `vscode-remote:`, so the plugin never arrives. On a
// local desktop, both are `file:`. Here, the browser gets a workbench whose window answers for `file:` with its remote
// file of the same path, which is the same file. Nothing on disk is changed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverRoot } from '../../scripts/bootstrap.mjs';

export const WORKBENCH_ROUTE = '**/workbench/workbench.js';

const WORKBENCH = join('out', 'vs', 'code', 'browser', 'workbench', 'workbench.js');

/** Where the window reads the parameters of a request; minified, so it belongs to one version. */
const TAKES_PARAMETERS = 'l=i??{},u=this._resourceIdentity;';
const TAKES_PARAMETERS_OF_SAME_MACHINE =
  'u=this._resourceIdentity,l=(p=>typeof u==="string"&&u.startsWith("vscode-remote://")' +
  '&&typeof p.uri==="string"&&p.uri.startsWith("file:///")?{...p,uri:u+p.uri.slice(7)}:p)(i??{});';

/** The changed workbench. @throws for a version that the change wasn't made for */
export function travelsLikeOnDesktop(): string {
  const parts = readFileSync(join(serverRoot(), WORKBENCH), 'utf8').split(TAKES_PARAMETERS);
  if (parts.length !== 2) {
    throw new Error('This workbench is not the one that localDesktop.ts can change');
  }
  return parts.join(TAKES_PARAMETERS_OF_SAME_MACHINE);
}
