import assert from 'node:assert/strict';
import { type ActivatedWindow, windowForEach } from '../../fakes/activatedWindow';

/** Becomes a link in a VS Code notification, or an icon in a quick pick and the status bar. */
const MARKUP = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)|\$\([\w-]+\)/i;
const ATTACKS = [
  '[Details](command:toolLoopGuard.switchDetection)',
  '[Details](https://evil.example)',
  '[Details](file:///etc/passwd)',
  '$(trash) gone',
];

describe('an agent’s text', () => {
  let window: ActivatedWindow;
  const offered: string[] = [];

  windowForEach((opened) => {
    window = opened;
    window.answer = (_title, items) => void offered.push(JSON.stringify(items));
  });

  for (const attack of ATTACKS) {
    it(`isn’t markup in messages, quick picks, and the status bar: ${attack}`, async function () {
      this.timeout(20_000);
      const ask = (event: string, input: object): Promise<string> =>
        window.ask({ session_id: 's', cwd: '/w', hook_event_name: event, ...input }, { CLAUDECODE: '1' });
      await ask('UserPromptSubmit', { prompt: attack });
      for (let count = 1; count <= 4; count++) {
        const call = { tool_name: 'Read', tool_input: { file_path: attack, command: attack }, tool_use_id: `${count}` };
        await ask('PreToolUse', call);
        await ask('PostToolUse', { ...call, tool_response: attack });
      }
      for (const command of ['showMenu', 'markAsFine', 'changeChatSettings', 'neverJudgeTool']) {
        await window.run(`toolLoopGuard.${command}`);
      }
      const bar = window.statusBarItems.map(({ text = '' }) => text.replace(/^\$\([a-z-]+\) ?/, ''));
      const texts = [...window.shown, ...offered, ...bar];
      assert.ok(
        window.shown.some((text) => text.startsWith('Loop stopped in')) && offered.length > 2,
        window.shown.join('\n'),
      );
      texts.forEach((text) => assert.doesNotMatch(text, MARKUP));
      assert.ok(
        !window.shown.includes('Loop detection is off for this chat.'),
        'no command does so without a question',
      );
    });
  }
});
