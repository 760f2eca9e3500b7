import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';
import { answerCommand } from '../../src/core/chat/answer';
import { parseMessage, parseSlashCommand } from '../../src/core/chat/command';
import { inEnglish } from '../../src/core/words/language';
import { faultLine, logLine } from '../../src/core/words/logLines';
import { MODES } from '../../src/core/settings/mode';
import { parseConfiguration } from '../../src/core/settings/parse';
import { SIGNATURE_CHARACTERS } from '../../src/core/words/quoting';
import type { Verdict } from '../../src/engine/decision/verdict';
import { allTexts } from '../fakes/texts';
import { runHook } from '../../src/node/commands/hookCommand';
import { parseHookInput } from '../fakes/windowHooks';
import { HARNESS_NAMES } from '../../src/node/agents/harnesses';
import { GuardHarness } from '../fakes/guardHarness';
import { Sink } from '../fakes/sink';
import { expectNoSecrets, SECRET_ARGUMENTS, SECRET_CALLS, SECRET_TEXTS } from '../fakes/secrets';

const OWN_TEXTS = {
  messages: {
    block: 'Own {tool} {arguments} {pattern}',
    warning: 'Own {tool} {arguments}',
    guidance: 'Own {tool} {arguments} {count}',
  },
};

/** Messages of level INFO and above must not contain even harmless arguments, except in the clipped signature. */
const PLAIN_MARK = 'ordinary-argument-text-that-belongs-to-nobody-but-the-person';

function textsOf(verdict: Verdict): string[] {
  return verdict.action === 'allow' ? [] : Object.values(allTexts(verdict.detection));
}

describe('privacy: secrets in arguments, results and prompts', () => {
  for (const own of [false, true]) {
    for (const mode of MODES) {
      it(
        `get into no log line at any level and into no text, in mode ${mode}` +
          `${own ? ', with texts of one’s own' : ''}`,
        () => {
          for (const [index, callArguments] of SECRET_CALLS.entries()) {
            const harness = new GuardHarness({
              mode,
              maxRepeats: 2,
              ...(own ? OWN_TEXTS : {}),
            });
            const texts: string[] = [];
            for (let time = 0; time < 4; time++) {
              const result =
                `${SECRET_TEXTS[index % SECRET_TEXTS.length]?.text ?? ''} ` + `${JSON.stringify(SECRET_ARGUMENTS)}`;
              texts.push(...textsOf(harness.check('probe', callArguments, { result, isError: time === 1 })));
            }
            texts.push(...harness.events.map((event) => logLine(event).text));
            assert.ok(harness.eventsOf('detection').length > 0);
            for (const command of ['status', 'why', 'help']) {
              texts.push(
                answerCommand(parseSlashCommand(`tool-loop-${command}`, ''), {
                  guard: harness.guard,
                  settings: harness.conversations,
                  conversationId: 'conversation-1',
                  translate: inEnglish,
                }),
              );
            }
            for (const text of texts) {
              expectNoSecrets(text, `mode ${mode}`);
            }
          }
        },
      ).timeout(60_000);
    }
  }

  it('are logged at INFO and above only in the first 50 characters of the signature', () => {
    for (const mode of MODES) {
      const harness = new GuardHarness({ mode, maxRepeats: 2 });
      for (let time = 0; time < 5; time++) {
        harness.check('probe', { path: `${'x'.repeat(60)}${PLAIN_MARK}` }, { result: PLAIN_MARK });
      }
      harness.conversations.overrides.set('conversation-1', 'mode', 'warn');
      harness.guard.reset('conversation-1');
      const loud = harness.events
        .map(logLine)
        .filter(({ level }) => level === 'info' || level === 'warn' || level === 'error');
      assert.ok(loud.length > 2);
      for (const { text } of loud) {
        assert.ok(!text.includes(PLAIN_MARK.slice(0, 20)), text);
        const [, signature = ''] = /signature=(.*)\.\.\.$/.exec(text) ?? [];
        assert.ok(signature.length <= SIGNATURE_CHARACTERS, text);
      }
    }
  });

  it('are in no error message', () => {
    for (const { text } of SECRET_TEXTS) {
      expectNoSecrets(faultLine('test', new Error(text)));
      expectNoSecrets(faultLine('test', text));
      for (const broken of [
        text,
        `{"prompt": ${text}`,
        `{"prompt": "${text}`,
        JSON.stringify({ tool_input: text }).slice(0, -3),
      ]) {
        try {
          parseHookInput(broken);
        } catch (error) {
          // Nothing at all of an input, because what reveals a secret may be missing from a piece of it.
          assert.doesNotMatch(String(error), /quince|damson/);
          expectNoSecrets(String(error));
        }
      }
    }
  });

  it('are in no message about invalid settings and unknown chat commands', () => {
    for (const { text } of SECRET_TEXTS) {
      const { problems } = parseConfiguration({
        user: {
          mode: text,
          maxRepeats: text,
          prices: [text],
          messages: { block: [text] },
          guardedModels: text,
          tools: { probe: { mode: text } },
        },
        environment: { TOOL_LOOP_MODE: text, TOOL_LOOP_MAX_REPEATS: text },
      });
      assert.ok(problems.length >= 7);
      problems.forEach(({ message }) => expectNoSecrets(message));
    }
    assert.equal(parseMessage(`please ${SECRET_TEXTS[0]?.text ?? ''}`), undefined);
  });
});

describe('privacy: the hook command', () => {
  for (const harness of HARNESS_NAMES) {
    const names =
      harness === 'gemini'
        ? { prompt: 'BeforeAgent', before: 'BeforeTool', after: 'AfterTool' }
        : { prompt: 'UserPromptSubmit', before: 'PreToolUse', after: 'PostToolUse' };
    it(`writes no secret to its output, errors, and files when called by ${harness}`, async () => {
      const stateFolder = mkdtempSync(join(tmpdir(), 'privacy-'));
      try {
        const ask = async (input: object | string): Promise<string> => {
          const [output, errors] = [new Sink(), new Sink()];
          const text = typeof input === 'string' ? input : JSON.stringify(input);
          await runHook({ harness, stateFolder }, text, output, errors, {
            TOOL_LOOP_MAX_REPEATS: '2',
            TOOL_LOOP_MODE: `api_key=${'quince'}0damson`,
          });
          return output.text + errors.text;
        };
        const said: string[] = [];
        let id = 0;
        for (const callArguments of [
          SECRET_ARGUMENTS,
          ...SECRET_CALLS.slice(-SECRET_TEXTS.length * 2).filter((_, index) => index % 5 === 0),
        ]) {
          const session = {
            session_id: `s${(id += 1)}`,
            sessionId: `s${id}`,
            timestamp: '2024-01-01T00:00:00Z',
            cwd: `./${id}`,
            model: 'm',
          };
          const prompt = SECRET_TEXTS.map(({ text }) => text).join('\n');
          said.push(await ask({ ...session, hook_event_name: names.prompt, prompt }));
          for (let time = 0; time < 3; time++) {
            const call = {
              tool_name: 'probe',
              tool_input: callArguments,
              tool_use_id: `c${id}-${time}`,
              ...(harness === 'copilot' ? { toolName: 'probe', toolArgs: callArguments } : {}),
            };
            said.push(await ask({ ...session, hook_event_name: names.before, ...call }));
            said.push(
              await ask({
                ...session,
                hook_event_name: names.after,
                ...call,
                tool_response: prompt,
                tool_output: prompt,
                toolResult: { textResultForLlm: prompt },
              }),
            );
          }
        }
        said.push(await ask(`{"prompt": "${SECRET_TEXTS[20]?.text ?? ''}`));
        assert.match(said.join(''), /loop/);
        for (const text of said) {
          expectNoSecrets(text, harness);
          assert.doesNotMatch(text, /quince0damson/);
        }
        const files = readdirSync(stateFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('.json'),
        );
        assert.ok(files.length > 3);
        for (const name of files) {
          const state = readFileSync(join(stateFolder, name), 'utf8');
          expectNoSecrets(state, name);
          assert.doesNotMatch(state, /app\.ts|example\.org|quince/);
        }
      } finally {
        discard(stateFolder);
      }
    }).timeout(60_000);
  }
});
