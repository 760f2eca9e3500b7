import assert from 'node:assert/strict';
import { ActivatedWindow } from '../../fakes/activatedWindow';

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
});
