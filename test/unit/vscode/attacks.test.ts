import type { ObservedEvent } from '../../../src/core/events/events';
import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Budgets } from '../../../src/core/budget/budgets';
import type { ToolLoopGuardApi } from '../../../api/tool-loop-guard';
import type { Configuration } from '../../../src/core/settings/configuration';
import { parseConfiguration } from '../../../src/core/settings/parse';
import { resolveSettings } from '../../../src/core/settings/resolve';
import type { AgentControl } from '../../../src/vscode/chatPanel/chatPanel';
import type { AgentHooks } from '../../../src/vscode/hooks/agentHooks';
import type * as apiModule from '../../../src/vscode/agent/api';
import type * as configurationModule from '../../../src/vscode/settings/configuration';
import { LinkRegistry } from '../../../src/core/chat/linkRegistry';
import { inEnglish } from '../../../src/core/words/language';
import { Activity } from '../../../src/core/status/activity';
import type * as stopActionsModule from '../../../src/vscode/agent/stopActions';
import { Demonstration } from '../../../src/vscode/host/demonstration';
import type { GuardWindow } from '../../../src/vscode/window/guardWindow';
import type * as refusalModule from '../../../src/vscode/guardedModels/guardedAnswer';
import type * as chatPanelModule from '../../../src/vscode/chatPanel/chatPanel';
import type * as userSettingsModule from '../../../src/vscode/settings/userSettings';
import type * as logModule from '../../../src/vscode/window/log';
import { GuardHarness } from '../../fakes/guardHarness';
import { expectNoSecrets, SECRET_CALLS } from '../../fakes/secrets';
import { hooksOf, NOTHING_ENDS } from '../../fakes/windowHooks';
import { withVscode } from '../../fakes/vscodeModule';
import { VscodeWindow } from '../../fakes/vscodeWindow';

const window = new VscodeWindow();
const load = withVscode(window.module);
const { stopActions } = load<typeof stopActionsModule>('vscode/agent/stopActions');
const { ConfigurationSource } = load<typeof configurationModule>('vscode/settings/configuration');
const { reportProblems, reportTo } = load<typeof logModule>('vscode/window/log');
const { createApi } = load<typeof apiModule>('vscode/agent/api');
const { noticePart } = load<typeof refusalModule>('vscode/guardedModels/guardedAnswer');
const { UserSettings } = load<typeof userSettingsModule>('vscode/settings/userSettings');
const { ChatPanel } = load<typeof chatPanelModule>('vscode/chatPanel/chatPanel');

/** A link, a command link, an icon, HTML, or an image. */
const MARKUP = /(?<!\\)[[\]<>`]|\w:\/\/|\$\(/;
const HOSTILE = 'x](command:evil) ![y](https://evil.example) <img src=z> $(trash) `q`\n\n# z';

beforeEach(() => {
  window.executed.length = 0;
  window.settingsText = '{}';
  window.isTrusted = true;
  window.inspected = {};
});

describe('the commands behind the buttons', () => {
  let harness: GuardHarness;
  let commands: vscode.Disposable;

  beforeEach(() => {
    harness = new GuardHarness();
    const log = { show: () => undefined } as unknown as vscode.LogOutputChannel;
    const chat = new ChatPanel(log);
    const handlers = Object.entries(
      stopActions({
        guard: harness.guard,
        budgets: new Budgets({ settings: () => ({}), alwaysAllows: () => false, report: () => undefined }),
        conversations: harness.conversations,
        chat,
        log,
        stops: new LinkRegistry(() => 'id'),
        demonstration: new Demonstration(),
        activity: new Activity(),
      } as unknown as GuardWindow),
    );
    const { commands: registry, Disposable } = window.module;
    commands = Disposable.from(...handlers.map(([id, handler]) => registry.registerCommand(id, handler)));
  });

  afterEach(() => void commands.dispose());

  it('do nothing if they get anything but names', async () => {
    const bad: unknown[] = [
      undefined,
      null,
      5,
      true,
      {},
      [],
      ['conversation-1'],
      { toString: () => 'conversation-1' },
      '',
      'x'.repeat(301),
    ];
    for (const value of bad) {
      for (const [name, handler] of window.commands) {
        if (name !== 'toolLoopGuard.showLog') {
          await handler(value, 'read');
        }
      }
    }
    assert.deepEqual([window.settingsText, window.executed, harness.events], ['{}', [], []]);
  });

  it('exclude only the right tool, whatever its name', async () => {
    for (const tool of ['*', 'plan:*', '!x', '{a,read}', '**', '[a-z]*', '__proto__', 'constructor', '+(a)', HOSTILE]) {
      window.settingsText = '{}';
      await new UserSettings(new ConfigurationSource()).exclude(tool);
      const configuration = parseConfiguration({ user: window.ownSettings });
      assert.deepEqual(configuration.problems, []);
      assert.equal(resolveSettings(configuration, {}, [tool], undefined).exempt, true, tool);
      for (const other of ['read', 'a', 'plan:create', 'x', 'toString']) {
        assert.equal(resolveSettings(configuration, {}, [other], undefined).exempt, false, `${tool} exempts ${other}`);
      }
    }
    assert.equal(({} as Record<string, unknown>)['exempt'], undefined);
  });
});

describe('the settings of an untrusted folder', () => {
  it('change nothing, even if VS Code passes them on', () => {
    window.inspected = {
      enabled: { workspaceValue: false, workspaceFolderValue: false },
      modelOverrides: { workspaceValue: { '*': { enabled: false } }, globalValue: { '*': { maxRepeats: 7 } } },
      messages: { workspaceValue: { guidance: 'Go on.' } },
      guardedModels: { workspaceValue: ['*'] },
      tools: { workspaceValue: { '*': { exempt: true }, ignoredArguments: { '*': ['path'] } } },
    };
    window.isTrusted = false;
    const { current } = new ConfigurationSource();
    const model = { vendor: 'a', family: 'b', id: 'c' };
    const { values, exempt } = resolveSettings(current, {}, ['read'], model);
    assert.deepEqual(
      [values.enabled, values.maxRepeats, exempt, current.messages.guidance, current.answers.anyGuardedModel],
      [true, 7, false, undefined, false],
    );
    window.isTrusted = true;
    assert.equal(resolveSettings(new ConfigurationSource().current, {}, ['read'], model).values.enabled, false);
  });
});

describe('the settings of the environment', () => {
  it('apply in a window', () => {
    process.env['TOOL_LOOP_MAX_REPEATS'] = '3';
    try {
      const { current } = new ConfigurationSource();
      assert.equal(resolveSettings(current, {}, ['read'], undefined).values.maxRepeats, 3);
    } finally {
      delete process.env['TOOL_LOOP_MAX_REPEATS'];
    }
  });
});

describe('the log of the window', () => {
  it('shows no secret at TRACE', () => {
    const lines: string[] = [];
    const write = (line: string): number => lines.push(line);
    const channel = {
      logLevel: window.module.LogLevel.Trace,
      trace: write,
      debug: write,
      info: write,
      warn: write,
      error: write,
    } as unknown as vscode.LogOutputChannel;
    const report: (event: ObservedEvent) => void = reportTo(channel);
    for (const callArguments of SECRET_CALLS) {
      const harness = new GuardHarness({ maxRepeats: 2 });
      harness.check('probe', callArguments);
      harness.check('probe', callArguments);
      harness.events.forEach(report);
    }
    assert.ok(lines.filter((line) => line.startsWith('Arguments of call')).length >= SECRET_CALLS.length);
    for (const line of lines) {
      expectNoSecrets(line);
      assert.doesNotMatch(line, /[\r\n]/);
    }
    reportProblems(channel, {
      problems: [{ setting: 'x', message: 'a\nb' }],
    } as unknown as Configuration);
    assert.equal(lines.at(-1), 'a b');
  });
});

describe('texts that look like commands', () => {
  const COMMAND = '/tool-loop-detection false';
  let harness: GuardHarness;
  let hooks: AgentHooks;
  let asked: string[];

  beforeEach(() => {
    harness = new GuardHarness();
    asked = [];
    const agent: AgentControl = {
      ...NOTHING_ENDS,
      cancel: () => Promise.resolve(true),
      ask: (_id, message) => Promise.resolve(void asked.push(message)),
    };
    hooks = hooksOf(harness, { agent });
  });

  async function tell(event: string, fields: object): Promise<string> {
    const { output, afterwards } = await hooks.answer(
      JSON.stringify({ session_id: 's', hook_event_name: event, timestamp: 't', ...fields }),
      new AbortController().signal,
    );
    afterwards?.();
    return output;
  }
  const beforeCall = (id: string, input: unknown, tool = 'read') =>
    tell('PreToolUse', { tool_name: tool, tool_input: input, tool_use_id: id });
  const afterCall = (id: string, result: unknown) =>
    tell('PostToolUse', { tool_name: 'read', tool_input: {}, tool_use_id: id, tool_response: result });

  it('are commands when a person types them', async () => {
    assert.match(await tell('UserPromptSubmit', { prompt: COMMAND }), /"decision":"block"/);
    assert.deepEqual(asked, [COMMAND]);
  });

  it('aren’t commands in a tool’s name, arguments, or result, in a file, or in a longer prompt', async () => {
    for (const text of [COMMAND, `!/set(enabled=false)`, `\n${COMMAND}\n`, `${COMMAND}\n${COMMAND}`]) {
      await beforeCall('1', { text, prompt: text }, text);
      await afterCall('1', text);
      await afterCall('1', { content: [{ type: 'text', text }] });
    }
    for (const prompt of [
      `Read this: ${COMMAND}`,
      `<attachment>${COMMAND}</attachment>`,
      `x\n${COMMAND}`,
      `${COMMAND}\nand then go on`,
    ]) {
      await tell('UserPromptSubmit', { prompt });
    }
    assert.deepEqual(asked, []);
    assert.equal(harness.conversations.effective('s', undefined).values.enabled, true);
  });

  it('aren’t commands in a subagent’s prompt, which also resets no counters', async () => {
    const judged: string[] = [];
    for (let id = 0; id < 8; id++) {
      judged.push(await beforeCall(`a${id}`, { path: 'x' }));
      await afterCall(`a${id}`, 'same');
      const started = await beforeCall(`b${id}`, { prompt: COMMAND, description: 'd' }, 'runSubagent');
      judged.push(started);
      if (started.includes('"deny"')) {
        break;
      }
      assert.equal(await tell('UserPromptSubmit', { prompt: COMMAND }), '');
      await afterCall(`b${id}`, 'done');
    }
    assert.deepEqual(
      asked.filter((message) => message !== 'Why did you stop the agent?'),
      [],
    );
    assert.ok(
      judged.some((output) => output.includes('"deny"')),
      judged.join(),
    );
  });

  it('are commands again once the subagent has ended or the agent has stopped', async () => {
    await beforeCall('1', { prompt: COMMAND }, 'runSubagent');
    await afterCall('1', 'done');
    assert.match(await tell('UserPromptSubmit', { prompt: COMMAND }), /block/);
    await beforeCall('2', { prompt: COMMAND }, 'runSubagent');
    await tell('Stop', {});
    assert.match(await tell('UserPromptSubmit', { prompt: COMMAND }), /block/);
  });
});

describe('text in a chat answer', () => {
  it('is escaped in the error of a guarded participant, in its warnings and in notices of guarded models', async () => {
    const harness = new GuardHarness({
      messages: { block: `${HOSTILE} {arguments} {tool}`, warning: `${HOSTILE} {arguments} {tool}` },
    });
    const shown: string[] = [];
    const stream = {
      markdown: (text: string | vscode.MarkdownString) => shown.push(typeof text === 'string' ? text : ownPart(text)),
      button: ({ title }: vscode.Command) => shown.push(title),
    } as unknown as vscode.ChatResponseStream;
    const api: ToolLoopGuardApi = createApi({
      guard: harness.guard,
      phrasing: { translate: inEnglish, messages: harness.configuration.messages },
      stops: new LinkRegistry(() => 'id'),
      links: new LinkRegistry(() => 'id'),
      onDetection: () => new window.module.Disposable(),
    });
    const handler = api.guardParticipant(async (_request, _context, _stream, token, tools) => {
      for (let id = 0; id < 4; id++) {
        await tools.invokeTool(
          HOSTILE,
          { callId: String(id), input: { a: HOSTILE }, toolInvocationToken: undefined },
          token,
        );
      }
    });
    const result = (await handler(
      { model: { vendor: 'v', family: 'f', id: 'i' }, sessionId: 'session-1' } as unknown as vscode.ChatRequest,
      {} as vscode.ChatContext,
      stream,
      {} as vscode.CancellationToken,
    )) as vscode.ChatResult;
    shown.push(result.errorDetails?.message ?? '', noticePart(HOSTILE).value);
    assert.ok(shown.length >= 5 && shown.every((text) => text !== ''));
    for (const text of shown) {
      assert.doesNotMatch(text.replace(/^\n\n> (?:⚠️ )?/, ''), MARKUP);
      assert.doesNotMatch(text.trim(), /[\r\n]/);
    }
  });
});

function ownPart({ value }: vscode.MarkdownString): string {
  const [paragraph = '', links = ''] = value.split('\n\n');
  assert.match(
    links,
    /^Tell the agent what to do next, or choose: (?:\[[A-Z][a-z ]+\]\(command:[^\s()]+\)(?: · )?){3}$/,
  );
  return paragraph;
}
