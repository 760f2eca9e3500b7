// The minimum that does the work of a hook in Node. What a hook takes beyond these programs is our share.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADDRESS_VARIABLE, TOKEN_VARIABLE } from '../src/node/transport/hookAddress';

/** Asks a window as a hook does, and prints its answer, without checks or a time limit. */
const ASKING = `
const { readFileSync, writeSync } = require('node:fs');
const { Socket } = require('node:net');
const question = readFileSync(0);
const { ${ADDRESS_VARIABLE}: path, ${TOKEN_VARIABLE}: token } = process.env;
let answer = '';
const socket = new Socket();
socket.on('data', (chunk) => (answer += chunk));
socket.on('end', () => {
  writeSync(1, JSON.parse(answer));
  process.exit(0);
});
socket.connect({ path });
socket.write(token + JSON.stringify({ input: question.toString() }) + '\\n');
`;

/** Adds a call with a digest to a session file as large as ours, and replaces it, without locks or checks. */
const REMEMBERING = `
const { createHash } = require('node:crypto');
const { readFileSync, renameSync, writeFileSync, writeSync } = require('node:fs');
const question = readFileSync(0);
const file = process.argv[2];
const calls = JSON.parse(readFileSync(file, 'utf8'));
const signature = createHash('sha256').update(question).digest('base64url');
calls.push({ index: calls.length, signature, atMs: Date.now(), words: 'x'.repeat(100) });
writeFileSync(file + '.new', JSON.stringify(calls), { flag: 'wx', mode: 0o600 });
renameSync(file + '.new', file);
writeSync(1, '{}');
process.exit(0);
`;

interface HookFloors {
  readonly asking: readonly string[];
  readonly remembering: readonly string[];
}

export function writeHookFloors(folder: string): HookFloors {
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  return {
    asking: [write('asking.js', ASKING)],
    remembering: [write('remembering.js', REMEMBERING), write('calls.json', '[]')],
  };
}
