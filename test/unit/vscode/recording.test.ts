import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { ActivatedWindow } from '../../fakes/activatedWindow';

/** How often recordings are written at most. */
const WRITE_INTERVAL_MS = 2_000;

describe('recording conversations', () => {
  it('is asked about once when the setting says so, and again only when the setting changes', async () => {
    const window = await new ActivatedWindow().activate();
    await window.run('toolLoopGuard.showMetrics');
    const asked: string[] = [];
    window.answer = (title) => {
      asked.push(title);
      return undefined;
    };
    const save = async (recordConversations: string, maxRepeats = 4): Promise<number> => {
      window.save(
        JSON.stringify({
          'toolLoopGuard.recordConversations': recordConversations,
          'toolLoopGuard.maxRepeats': maxRepeats,
        }),
      );
      await new Promise((resolve) => setImmediate(resolve));
      return asked.length;
    };
    try {
      assert.equal(await save('off'), 0);
      assert.equal(await save('masked'), 1);
      assert.equal(await save('masked', 5), 1);
      assert.equal(await save('off'), 1);
      assert.equal(await save('hashes'), 2);
    } finally {
      window.deactivate();
    }
  });

  it('writes what the person has agreed to, masked, and deletes it when told', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const window = await new ActivatedWindow().activate();
    await window.run('toolLoopGuard.showMetrics');
    const folder = join(window.home, 'recordings');
    const secret = 'hunter22hunter22';
    const files = (): string[] => (existsSync(folder) ? readdirSync(folder) : []);
    const work = async (kind: string, answered: string): Promise<void> => {
      window.answer = (_, offered) => (offered as { label: string }[]).find(({ label }) => label === answered);
      window.save(JSON.stringify({ 'toolLoopGuard.recordConversations': kind }));
      await new Promise((resolve) => setImmediate(resolve));
      const id = `${kind}, ${answered}`;
      window.api?.openConversation('one').check({ id, tool: 'read', arguments: { path: 'build.log', token: secret } });
      mock.timers.tick(WRITE_INTERVAL_MS);
    };
    try {
      await work('masked', 'Do not record');
      await work('off', '');
      assert.deepEqual(files(), []);
      await work('masked', 'Record');
      while (!files().some((name) => name.endsWith('.jsonl'))) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      const text = readFileSync(join(folder, files()[0] ?? ''), 'utf8');
      assert.match(text, /build\.log/);
      assert.ok(!text.includes(secret));
      window.answer = () => 'Delete';
      await window.run('toolLoopGuard.deleteRecordings');
      assert.deepEqual(files(), []);
    } finally {
      mock.timers.reset();
      window.deactivate();
    }
  });
});
