import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A session log of Claude Code, in which one file is read again and again. */
function loopingSession(reads: number): string {
  const lines = [...Array(reads).keys()].flatMap((step) => {
    const timestamp = new Date(Date.now() - (reads - step) * 5_000).toISOString();
    const shared = { sessionId: 'one', cwd: '/project', timestamp, isSidechain: false };
    const use = { type: 'tool_use', id: `toolu_${step}a`, name: 'Read', input: { file_path: '/project/a.txt' } };
    const result = { type: 'tool_result', tool_use_id: use.id, content: '1\tThe text' };
    const usage = { input_tokens: 100, output_tokens: 10 };
    return [
      {
        ...shared,
        type: 'assistant',
        uuid: `a${step}`,
        message: { id: `msg_${step}`, role: 'assistant', model: 'claude-sonnet-4-5', content: [use], usage },
      },
      { ...shared, type: 'user', uuid: `u${step}`, message: { role: 'user', content: [result] } },
    ];
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Does something while this machine has such a session. */
export async function withLoopingSession(work: () => Promise<void>): Promise<void> {
  const home = join(homedir(), '.claude');
  const folder = join(home, 'projects', 'work');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'one.jsonl'), loopingSession(8));
  try {
    await work();
  } finally {
    rmSync(home, { recursive: true });
  }
}
