import assert from 'node:assert/strict';
import { answerCommand } from '../../../../src/core/chat/answer';
import { parseMessage, parseSlashCommand } from '../../../../src/core/chat/command';
import { codeSpan, escapeMarkdown } from '../../../../src/core/words/pages/markdown';
import { inEnglish } from '../../../../src/core/words/language';
import { GuardHarness } from '../../../fakes/guardHarness';

const ATTACKS = [
  '[x](command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22rm%22%7D)',
  '![x](https://evil.example/pixel.png)',
  '<img src=x onerror=alert(1)>',
  '<a href="command:x">y</a>',
  '`code` **bold** _it_ ~~no~~',
  '$(trash) $(loading~spin)',
  'https://evil.example/x www.evil.example me@evil.example',
  '&lt;b&gt; &#91;x&#93;(y)',
  'a\n\n# Heading\n\n- list\n\n[r]: https://evil.example',
  'a`](command:x)',
  '\\[x](command:x)',
  '| a | b |',
];

/** Signs that could begin something, each either escaped or inside a code span. */
function bareSigns(markdown: string): string {
  return markdown.replace(/\\[^\s\w]/g, '').replace(/`[^`\n]*`/g, '');
}

const BARE = /[[\]<>`!$&~]|\w:\/\/|www\.|\w@\w/;

describe('Markdown from elsewhere', () => {
  for (const attack of ATTACKS) {
    it(`is shown as it is: ${JSON.stringify(attack)}`, () => {
      assert.doesNotMatch(bareSigns(escapeMarkdown(attack)), BARE);
      assert.doesNotMatch(escapeMarkdown(attack), /[\r\n]/);
      assert.match(codeSpan(attack), /^`[^`\r\n]*`$/);
    });

    it(`comes into no answer of a command as such: ${JSON.stringify(attack)}`, () => {
      const harness = new GuardHarness();
      harness.settings = {
        user: {
          maxRepeats: 2,
          mode: attack,
          actions: [attack],
          preset: attack,
          ['x' + attack]: 1,
          messages: { block: `${attack} {tool} {arguments}` },
          tools: { '*': { operationField: 'operation' } },
        },
        workspace: {
          modelOverrides: {
            '*': { ttlSeconds: 60 },
            [`${attack}/${attack}`]: { ttlSeconds: 61 },
            [attack]: { maxRepeats: 2, mode: attack },
          },
          tools: { [attack]: { maxRepeats: 2, nonsense: 1 } },
        },
        environment: { TOOL_LOOP_MODE: attack },
      };
      const model = { vendor: attack, family: attack, id: attack };
      for (let time = 0; time < 3; time++) {
        harness.check(`${attack}`, { operation: attack, text: attack }, { model });
      }
      assert.ok(harness.guard.status('conversation-1').stopped);
      const { guard, conversations: settings } = harness;
      const commands = [
        ...['status', 'why', 'reset', 'help', 'unset'].map((name) => parseSlashCommand(`tool-loop-${name}`, '')),
        ...['mode', 'unset', 'preset', 'max-repeats', attack].map((name) =>
          parseSlashCommand(`tool-loop-${name}`, attack),
        ),
        parseMessage(`!/set(${attack.replaceAll(/[()\n]/g, '')}=1)`),
        parseMessage(`!/set(tool-loop-mode=${attack.replaceAll(/[()\n]/g, '')})`),
        parseMessage(`/tool-loop-mode ${attack.replaceAll('\n', ' ')}`),
      ];
      for (const command of commands) {
        const answer =
          command === undefined
            ? ''
            : answerCommand(command, { guard, settings, conversationId: 'conversation-1', translate: inEnglish });
        const lines = bareSigns(answer).split('\n');
        for (const line of lines.filter((candidate) => !candidate.startsWith('| '))) {
          assert.doesNotMatch(line, BARE, `${JSON.stringify(command)}: ${line}`);
        }
        assert.ok(!lines.some((line) => line.startsWith('#')));
      }
    });
  }

  it('leaves plain words alone', () => {
    assert.equal(escapeMarkdown('Tool call loop, 4 times within 120s.'), 'Tool call loop, 4 times within 120s.');
  });
});
