import { closeSync, openSync, writeSync } from 'node:fs';

interface LoggedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: string;
  readonly isError: boolean;
}

const START_MS = Date.UTC(2026, 0, 1);
const CALLS_AT_ONCE = 100;

/**
 * Writes an invented session of Claude Code. Tools, lengths, and the share of failures are those of 67,000 calls of
 * coding agents (results of 48 to 20,000 characters, half of them below 400, 2 kB on average).
 * @param bytes the file becomes a little longer
 */
export function writeSessionLog(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  try {
    let written = 0;
    for (let from = 0; written < bytes; from += CALLS_AT_ONCE) {
      const calls = Array.from({ length: CALLS_AT_ONCE }, (_, index) => linesOf(callAt(from + index), from + index));
      const lines = calls.flat().map((line) => JSON.stringify(line));
      written += writeSync(file, `${lines.join('\n')}\n`);
    }
  } finally {
    closeSync(file);
  }
}

const timeOf = (index: number): string => new Date(START_MS + index * 4_000).toISOString();
const uuidOf = (index: number): string => `5c6b7f0e-0000-4000-8000-${String(index).padStart(12, '0')}`;

function linesOf({ tool, input, result, isError }: LoggedCall, index: number): object[] {
  const envelope = {
    isSidechain: false,
    userType: 'external',
    cwd: '/workspace/project',
    sessionId: '0f7c2f8e-1111-4222-8333-944445555666',
    version: '2.1.330',
    gitBranch: 'main',
  };
  const message = (content: object) => ({
    id: `msg_${index}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-5',
    content: [content],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: 5,
      cache_creation_input_tokens: 1_200,
      cache_read_input_tokens: 60_000 + index,
      output_tokens: 140,
      service_tier: 'standard',
    },
  });
  const answered = { ...envelope, type: 'assistant', requestId: `req_${index}`, timestamp: timeOf(index) };
  const said = index % 3 === 0 ? [{ type: 'text', text: sentences(index) }] : [];
  const asked = index % 40 === 0 ? [{ role: 'user', content: sentences(index + 1) }] : [];
  return [
    ...asked.map((text) => ({
      parentUuid: uuidOf(4 * index - 1),
      ...envelope,
      type: 'user',
      message: text,
      uuid: uuidOf(4 * index),
      timestamp: timeOf(index),
    })),
    ...said.map((text) => ({
      parentUuid: uuidOf(4 * index),
      ...answered,
      message: message(text),
      uuid: uuidOf(4 * index + 1),
    })),
    {
      parentUuid: uuidOf(4 * index + 1),
      ...answered,
      message: message({ type: 'tool_use', id: `toolu_${index}`, name: tool, input }),
      uuid: uuidOf(4 * index + 2),
    },
    {
      parentUuid: uuidOf(4 * index + 2),
      ...envelope,
      type: 'user',
      message: {
        role: 'user',
        content: [{ tool_use_id: `toolu_${index}`, type: 'tool_result', content: result, is_error: isError }],
      },
      uuid: uuidOf(4 * index + 3),
      timestamp: timeOf(index),
      toolUseResult: { stdout: result, stderr: '', interrupted: false, isImage: false },
    },
  ];
}

/** Twenty calls of five tools in the shares that agents have; each number makes a different call. */
function callAt(index: number): LoggedCall {
  const file = `/workspace/project/src/part-${index % 211}/module-${index}.ts`;
  const kind = (index * 7) % 20;
  const length = LENGTHS[(index * 13) % LENGTHS.length] as number;
  const result = `${index}: ${textOf(index, length, kind < 9 ? OUTPUT : CODE)}`;
  const isError = index % 37 === 0;
  if (kind < 9) {
    const script = textOf(index + 3, 170).replaceAll('\n', ' ');
    const command = `cd /workspace/project && ${script} | grep -n "part ${index}"`;
    return { tool: 'Bash', input: { command, description: 'Looks for a part' }, result, isError };
  }
  if (kind < 14) {
    return { tool: 'Read', input: { file_path: file, offset: index, limit: 120 }, result, isError };
  }
  if (kind < 17) {
    const input = { file_path: file, old_string: textOf(index, 450), new_string: textOf(index + 9, 500) };
    return { tool: 'Edit', input, result: `The file ${file} has been updated.`, isError };
  }
  return kind < 19
    ? { tool: 'Grep', input: { pattern: `name${index}\\(`, path: file, output_mode: 'content' }, result, isError }
    : { tool: 'Write', input: { file_path: file, content: textOf(index, 1_100) }, result: `Wrote ${file}.`, isError };
}

/** In characters; each for a twentieth of the results. */
const LENGTHS = [
  40, 60, 60, 90, 120, 130, 180, 240, 300, 390, 420, 600, 900, 1_300, 1_800, 2_400, 3_200, 4_800, 7_500, 20_000,
];

const CODE = [
  'export async function read(path: string): Promise<string | undefined> {',
  '  const answer = await client.request("GET", `/items/${id}`); // as before',
  '  if (answer.status !== 200) {',
  '    throw new Error(`The server answered with ${answer.status}`);',
  '  }',
  '  return answer.body.items.map((item) => item.name).join("\\n");',
  '}',
  '',
];
const OUTPUT = [
  '-rw-r--r-- 1 node node  4096 Jan  1 12:00 package.json',
  'src/node/files/reader.ts:118:  const found = this.#entries.get(path);',
  '  reads the file of a session that has ended (12ms)',
  'modified:   src/node/sessions/lines.ts',
  '    at Reader.read (/workspace/project/src/node/files/reader.ts:118:21)',
];

/** Like the answers of tools: code, or the output of commands. Each line has a different number. */
function textOf(seed: number, length: number, lines: readonly string[] = CODE): string {
  let text = '';
  for (let line = 0; text.length < length; line++) {
    text += `${seed + line * 3}\t${lines[(seed + line) % lines.length] as string}\n`;
  }
  return text.slice(0, length);
}

const sentences = (index: number): string =>
  `The test of part ${index} fails because the module is resolved in another way than the bundler does it. ` +
  `I look at the configuration of ${index} first, then I run the tests again.`;
