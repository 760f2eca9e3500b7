import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Uri } from '../../fakes/vscodeValues';
import { type ActivatedWindow, windowForEach } from '../../fakes/activatedWindow';

describe('saving a chat', () => {
  let window: ActivatedWindow;
  windowForEach((opened) => (window = opened));

  for (const [kind, kept] of [
    ['Masked texts', true],
    ['Hashes only', false],
  ] as const) {
    it(`writes the selected content without secrets: ${kind}`, async () => {
      const file = join(window.home, 'chat.jsonl');
      const secret = 'hunter22hunter22';
      window.answer = (_, offered) => {
        const items = offered as readonly { label: string }[];
        return items.find(({ label }) => label === kind) ?? items[0];
      };
      await window.run('toolLoopGuard.showMetrics');
      const given = { path: 'build.log', token: secret };
      window.api?.openConversation('one').check({ id: '1', tool: 'read', arguments: given });
      await window.run('toolLoopGuard.saveConversation', Uri.file(file));
      const text = readFileSync(file, 'utf8');
      assert.equal(text.includes('build.log'), kept);
      assert.ok(!text.includes(secret));
    });
  }
});
