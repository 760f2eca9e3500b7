import assert from 'node:assert/strict';
import type { AgentFacts, MachineFacts, ProtectionFacts, WindowFacts } from '../../../../src/core/protection/facts';
import {
  gapOfNewChats,
  notGuardedIn,
  type ProtectionRow,
  protectionTable,
  weakenedIn,
  protectionPlainText,
} from '../../../../src/core/protection/protectionTable';
import { protectionPage } from '../../../../src/core/protection/protectionPage';
import type { RunningThread } from '../../../../src/core/protection/runningThread';
import type { SeenSession } from '../../../../src/core/protection/sessionProbe';
import { type CheckId, CHECKS } from '../../../../src/core/protection/checks';
import { emptyTally } from '../../../../src/core/metrics/tally';
import { statusBarLook, type StatusBarLook } from '../../../../src/core/status/statusBarLook';
import { pageText } from '../../../fakes/texts';
import { inEnglish } from '../../../../src/core/words/language';
import type { OutsideAgent } from '../../../../src/node/agents/agent';
import { OUTSIDE_AGENTS, OUTSIDE_SESSIONS } from '../../../../src/node/agents/registry';

const WINDOW: WindowFacts = {
  version: '1.139.1',
  isFolderTrusted: true,
  isRemote: false,
  isAgentsWindow: false,
  hooks: 'on',
  plugins: 'on',
  onlyManagedHooks: false,
  isListening: true,
  settings: {},
  watchesCodexChats: false,
  newChat: 'local',
};

/** Facts about the agents outside VS Code; by default, each has our hooks. */
function agentsWith(changes: Readonly<Record<string, Partial<AgentFacts>>>): MachineFacts['agents'] {
  return Object.fromEntries(
    OUTSIDE_AGENTS.map(({ id }) => [id, { hook: 'ours', hooksOff: undefined, unreadable: undefined, ...changes[id] }]),
  );
}

const OFF = { hooksOff: { file: '/x/settings.json', setting: 'disableAllHooks' } };

const outside = (is: (agent: OutsideAgent) => boolean = () => true): string[] =>
  OUTSIDE_AGENTS.filter(is).map(({ protection }) => protection.id);

const MACHINE: MachineFacts = {
  hasProgram: true,
  copilotFile: 'absent',
  agents: agentsWith({ claude: { hook: 'absent' } }),
  claudeManagedHooksOnly: false,
  hasRepositoryHooks: false,
  folderVariables: undefined,
  settings: {},
  stateFault: undefined,
  codexHook: 'trusted',
};

interface Change {
  readonly window?: Partial<WindowFacts>;
  readonly machine?: Partial<MachineFacts>;
  readonly sessions?: ProtectionFacts['sessions'];
}

function factsWith({ window, machine, sessions = [] }: Change): ProtectionFacts & { readonly window: WindowFacts } {
  return { window: { ...WINDOW, ...window }, machine: { ...MACHINE, ...machine }, sessions };
}

const SEEN: SeenSession = {
  type: 'copilot',
  sessionId: '0123456789',
  prompt: 'Why does the build fail?',
  judge: undefined,
  lastAtMs: 5,
};
const VSCODE_TYPES: readonly string[] = ['local', 'copilot', 'claude'];

const ALL = ['local', 'copilot', 'claude', 'codex'];

const allWith = (facts: Partial<AgentFacts>): Partial<MachineFacts> => ({
  copilotFile: 'ours',
  agents: agentsWith(Object.fromEntries(OUTSIDE_AGENTS.map(({ id }) => [id, facts]))),
});

/** For each check, what triggers it, and the sessions it then applies to. */
const CASES: Readonly<Record<CheckId, Change & { readonly types: readonly string[] }>> = {
  off: { window: { settings: { off: 'x' } }, machine: { settings: { off: 'x' } }, types: [...ALL, ...outside()] },
  noHook: {
    window: { isRemote: true },
    machine: { codexHook: 'absent', agents: {} },
    types: ['copilot', 'claude', 'codex', ...outside()],
  },
  cloud: { types: ['cloud'] },
  filesMissing: { machine: allWith({ hook: 'broken' }), types: ['copilot', ...outside()] },
  hooksChanged: { machine: allWith({ hook: 'changed' }), types: ['copilot', ...outside()] },
  tooOld: {
    window: { version: '1.113.0' },
    types: ['local'],
  },
  hooksOff: {
    window: { hooks: 'off' },
    machine: allWith(OFF),
    types: ['local', 'copilot', 'claude', ...outside()],
  },
  untrustedFolder: { window: { isFolderTrusted: false }, types: ['local', 'copilot', 'claude'] },
  notListening: { window: { isListening: false }, types: ['local', 'copilot', 'claude'] },
  noProgram: {
    machine: { hasProgram: false, agents: agentsWith({}) },
    types: [...VSCODE_TYPES, ...outside(({ guard }) => guard.kind !== 'module')],
  },
  stateUnusable: { machine: { stateFault: 'It is full.' }, types: outside() },
  untrustedHooks: { machine: { codexHook: 'untrusted' }, types: ['codex', 'codexCli'] },
  callsUnseen: { sessions: [SEEN, { ...SEEN, type: 'claude' }], types: ['copilot', 'claude'] },
  unreadable: {
    machine: allWith({ unreadable: '/x, line 2' }),
    types: ['copilot', 'claude', ...outside()],
  },
  stopsLate: {
    window: { settings: { stopsLate: 'x' } },
    machine: { settings: { stopsLate: 'x' } },
    types: [...ALL, ...outside()],
  },
  variables: {
    machine: { folderVariables: 'HOME (/x/.env)' },
    types: ['claude', ...outside(({ takesFolderVariables }) => takesFolderVariables === true)],
  },
  otherToolsGoOn: { machine: allWith({ endsOnlyShell: true }), types: outside() },
  neverStops: { types: ['codex'] },
  excluded: {
    window: { settings: { excluded: 'read' } },
    machine: { settings: { excluded: 'read' } },
    types: [...ALL, ...outside()],
  },
  unusableSettings: { machine: { settings: { unusable: 'x' } }, types: outside() },
  trustOnRecord: { machine: { codexHook: 'trusted' }, types: ['codexCli'] },
  olderCopy: {
    machine: { olderCopy: '0.1.0' },
    types: outside(({ id }) => id !== 'claude'),
  },
};

/** What happened in a session only concerns that session, not new ones. */
const OF_SEEN_SESSIONS: readonly CheckId[] = ['callsUnseen'];

function rowOf(facts: ProtectionFacts, type: string): ProtectionRow {
  return (
    protectionTable(facts, OUTSIDE_SESSIONS, inEnglish).find((row) => row.type === type) ??
    assert.fail(`There is no row for ${type}.`)
  );
}

function shieldOf(facts: ProtectionFacts & { readonly window: WindowFacts }): StatusBarLook {
  const found = gapOfNewChats(facts, inEnglish);
  return statusBarLook(
    {
      status: { conversationId: undefined, stopped: undefined, isSeen: false, isRunningOn: false, warned: undefined },
      isOn: facts.window.settings.off === undefined,
      tally: emptyTally(),
      week: { calls: 0, loops: 0 },
      gap: found && { ...found, session: undefined },
      notGuarded: notGuardedIn(protectionTable(facts, OUTSIDE_SESSIONS, inEnglish)),
      weakened: weakenedIn(protectionTable(facts, OUTSIDE_SESSIONS, inEnglish)),
    },
    { translate: inEnglish, language: 'en' },
  );
}

describe('the protection of sessions', () => {
  it('exists in a desktop window for Local, Copilot, and Claude, and is unknown on the command line', () => {
    const { window, ...facts } = factsWith({ machine: { codexHook: 'absent' } });
    const [inWindow, onCommandLine] = [window, undefined].map((each) =>
      protectionTable({ ...facts, window: each }, OUTSIDE_SESSIONS, inEnglish).map(
        ({ type, protection }) => `${type}: ${protection}`,
      ),
    );
    const outsideVsCode = outside().map((type) => `${type}: ${type === 'claudeCode' ? 'not' : 'guarded'}`);
    const ofVsCode = [...VSCODE_TYPES.map((type) => `${type}: guarded`), 'codex: not', 'cloud: unknown'];
    assert.deepEqual(inWindow, [...ofVsCode, ...outsideVsCode]);
    assert.deepEqual(onCommandLine, [...ofVsCode.map((each) => each.replace(/: .*/, ': unknown')), ...outsideVsCode]);
  });

  for (const [id, { types, ...change }] of Object.entries(CASES) as [CheckId, (typeof CASES)[CheckId]][]) {
    const { level } = CHECKS[id];
    describe(`that is ${level}: ${id}`, () => {
      const facts = factsWith(change);
      const rows = protectionTable(facts, OUTSIDE_SESSIONS, inEnglish);
      const told = rows.flatMap(({ type, obstacles }) =>
        obstacles.filter((each) => each.id === id).map((obstacle) => ({ type, obstacle })),
      );

      it(`is in the table with its remedy, only for ${types.join(', ')}`, () => {
        assert.deepEqual(
          told.map(({ type }) => type),
          types,
        );
        const text = protectionPlainText(rows, inEnglish);
        for (const { type, obstacle } of told) {
          assert.ok(level !== 'not' || rowOf(facts, type).protection === 'not', type);
          assert.ok(level === 'note' || rowOf(facts, type).protection !== 'guarded', type);
          assert.ok(text.includes(obstacle.why) && text.includes(obstacle.remedy));
        }
      });

      it('is shown by the shield, which claims nothing for these sessions', () => {
        if (id === 'off') {
          assert.equal(shieldOf(facts).tooltip[0], 'Off. Tool calls aren’t checked.');
          return;
        }
        // Problems of new chats are reported separately.
        const rest = shieldOf(factsWith({ ...change, window: { ...change.window, newChat: 'local' } }));
        for (const type of types.includes('local') ? [] : types.filter((each) => VSCODE_TYPES.includes(each))) {
          const isNamed = rest.tooltip.some(
            (line) => /^Not guarded here: /.test(line) && line.includes(rowOf(facts, type).name),
          );
          assert.equal(isNamed, level === 'not', type);
        }
        for (const newChat of (['local', 'copilot'] as const).filter((each) => types.includes(each))) {
          const look = shieldOf(factsWith({ ...change, window: { ...change.window, newChat } }));
          const isOfNewChats: boolean = level === 'not' && !OF_SEEN_SESSIONS.includes(id);
          assert.equal(look.text, isOfNewChats ? '$(unverified) Not guarding this session' : '$(shield)');
          const { why, remedy } = told.find(({ type }) => type === newChat)?.obstacle ?? { why: '', remedy: '' };
          const isWeakened = ['stopsLate', 'hooksChanged'].includes(id);
          assert.equal(look.tooltip.includes(why), isOfNewChats || isWeakened);
          assert.equal(look.tooltip.includes(remedy) || look.links.length === 2, isOfNewChats, 'in words or as a link');
        }
      });
    });
  }

  it('doesn’t exist if the organization turns hooks off, and says who can change that', () => {
    const change = {
      window: { hooks: 'managed', onlyManagedHooks: true },
      machine: { claudeManagedHooksOnly: true },
    } as const;
    for (const [type, by] of [
      ['local', 'chat.useHooks'],
      ['copilot', 'ChatAllowManagedHooksOnly'],
      ['claudeCode', 'allowManagedHooksOnly'],
    ] as const) {
      const found = rowOf(factsWith(change), type).obstacles.find(({ id }) => id === 'hooksOff');
      assert.equal(found?.why, `Hooks are turned off: ${by}.`);
      assert.match(found.remedy, /^Only your organization/);
    }
  });

  it('of Copilot sessions exists through their own hook file if the plugin can’t reach them', () => {
    for (const window of [
      { isRemote: true },
      { version: '1.120.0' },
      { plugins: 'off' },
      { isAgentsWindow: true },
    ] as const) {
      const row = rowOf(factsWith({ window, machine: { copilotFile: 'ours' } }), 'copilot');
      assert.equal(row.protection, 'guarded', JSON.stringify(window));
    }
  });

  const shown = (
    facts: ProtectionFacts,
    missing: readonly string[] = [],
    threads: readonly RunningThread[] = [],
  ): string => {
    const report = {
      rows: protectionTable(facts, OUTSIDE_SESSIONS, inEnglish),
      missing,
      threads,
      nowMs: SEEN.lastAtMs + 120_000,
    };
    return protectionPage(report, { nonce: 'n', language: 'en' }, inEnglish);
  };

  it('names Codex’s background work, each with a way to stop it, and hides secrets', () => {
    assert.doesNotMatch(shown(factsWith({})), /in the background/);
    const prompt = 'Log in with password=hunter2hunter2\n& <go> on.';
    const page = shown(factsWith({}), [], [{ id: 'a-1', prompt, folder: '/project' }]);
    assert.match(
      page,
      /“Log in with password=.* &amp; &lt;go&gt; on\.” \(\/project\) <a href="command:[^"]*a-1[^"]*">Stop</,
    );
    assert.doesNotMatch(page, /hunter2/);
  });

  it('is derived only from settings until such a session was seen', () => {
    const why = (...sessions: SeenSession[]): string => {
      const text = pageText(shown(factsWith({ sessions })));
      return /Claude sessions: guarded\. (.*?) [✓◐✗]/.exec(text)?.[1] ?? text;
    };
    assert.match(why(), /No such session has been seen yet\./);
    assert.match(
      why({ ...SEEN, type: 'claude', judge: 'window' }),
      /^Claude session "Why does .*": last call checked 2 min ago\.$/,
    );
    assert.match(
      why({ ...SEEN, type: 'claude', judge: 'elsewhere' }),
      /2 min ago, but not by this window, so its stops/,
    );
  });

  it('doesn’t blame the plugin for another problem, and follows the latest session', () => {
    const ids = (change: Change): string[] => rowOf(factsWith(change), 'copilot').obstacles.map(({ id }) => id);
    assert.deepEqual(ids({ sessions: [SEEN], window: { isRemote: true } }), ['noHook', 'callsUnseen']);
    assert.deepEqual(ids({ sessions: [{ ...SEEN, judge: 'window' }, SEEN] }), []);
    const contrary = { sessions: [{ ...SEEN, judge: 'window' as const }], window: { isRemote: true } };
    assert.deepEqual(ids(contrary), [], 'what was seen says more');
  });

  it('exists for Codex in a desktop window that watches its chats, with and without hooks', () => {
    for (const codexHook of ['absent', 'untrusted', 'trusted'] as const) {
      const codexIn = (window: Partial<WindowFacts>): string =>
        rowOf(factsWith({ window: { watchesCodexChats: true, ...window }, machine: { codexHook } }), 'codex')
          .protection;
      const without = codexHook === 'trusted' ? 'partly' : 'not';
      assert.equal(codexIn({}), 'guarded');
      assert.equal(codexIn({ watchesCodexChats: false }), without);
      assert.equal(codexIn({ isRemote: true }), without);
      assert.equal(codexIn({ version: '1.135.0' }), without);
      assert.equal(codexIn({ settings: { off: 'x' } }), 'not');
    }
  });

  it('is shown as a page with a one-line answer, and a next step in each row', () => {
    const page = shown(factsWith({ window: { isRemote: true } }));
    const text = pageText(page);
    assert.match(
      text,
      /Guarded: Local sessions, .*\. Not guarded: Copilot sessions, Claude sessions, and Claude Code\./,
    );
    assert.match(text, /✗ ?Copilot sessions: not guarded\. This is a remote window, so add hooks once, .* Add hooks/);
    assert.match(text, /– ?Cloud sessions: unknown\. Guarded only with hooks in their repository\./);
    const written = pageText(shown(factsWith({ machine: { hasRepositoryHooks: true } })));
    assert.match(written, /Cloud sessions: unknown\. This repository has hooks for them, .* pushed\. ?In a terminal/);
    assert.match(page, /<a href="command:toolLoopGuard\.protectAgents\?[^"]*copilot[^"]*">Add hooks<\/a>/);
    const whole = pageText(shown(factsWith({})));
    assert.match(whole, /Guarded: Local sessions, Copilot sessions, Claude sessions, /);
  });

  it('names an agent that isn’t installed, without a symbol', () => {
    const facts = factsWith({ machine: { agents: {}, codexHook: 'absent' } });
    const text = pageText(shown(facts, ['codex', ...OUTSIDE_SESSIONS.map(({ id }) => id)]));
    assert.match(text, /In a terminal Not found on this machine: Claude Code, Codex, .*opencode\./);
    assert.doesNotMatch(text, /✗|Codex sessions/);
  });

  it('lists agents with the same text together', () => {
    const text = pageText(shown(factsWith({ machine: { agents: {} } })));
    assert.match(
      text,
      /In a terminal ✗ ?Claude Code, .*Gemini CLI.*: not guarded\. These sessions need hooks of their own/,
    );
  });
});

describe('the shield', () => {
  const look = (calls: number, session?: string): StatusBarLook =>
    statusBarLook(
      {
        status: { conversationId: 'one', stopped: undefined, isSeen: false, isRunningOn: false, warned: undefined },
        isOn: true,
        tally: { ...emptyTally(), calls },
        week: { calls, loops: 0 },
        gap: { session, why: 'Because.', remedy: 'Do it.' },
        notGuarded: [],
      },
      { translate: inEnglish, language: 'en' },
    );

  it('shows the number of checked calls in a chat, and reports new chats in its tooltip', () => {
    const { text, tooltip } = look(7);
    assert.deepEqual(
      [text, tooltip],
      [
        '$(shield)',
        ['On. This week: 7 calls checked, no loops. This chat: 7 calls checked, no loops.', 'Because.', 'Do it.'],
      ],
    );
  });

  it('uses the singular for one call, and shows counts of a chat only if there is more to say', () => {
    assert.match(look(1).tooltip[0] ?? '', / This chat: 1 call checked, no loops\.$/);
    assert.ok(look(7).tooltip.every((line) => !line.startsWith('This chat: ')));
  });

  it('names a session that ran without the guard as not guarded', () => {
    const { text, tooltip, isAlert } = look(7, 'Copilot session "Why?"');
    assert.deepEqual([text, isAlert], ['$(unverified) Not guarding this session', false]);
    assert.equal(tooltip[0], 'Not guarded: Copilot session "Why?". Its tool calls aren’t checked.');
  });
});
