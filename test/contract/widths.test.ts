import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');
const MOST_COLUMNS = 120;
const MOST_LINES = 200;
const MOST_LONG_FILES = 8;

/** Files with lines that cannot be written over several lines, and why. */
const WIDE: Readonly<Record<string, string>> = {};

/** Files of `src` over 200 lines that stay so, and why. At most eight. */
const LONG: Readonly<Record<string, string>> = {};

/** Wide and long files that are still to be mended. Nothing may be added here. */
const STILL_TO_GO = {
  wide: new Set<string>([
    'scripts/eval/leaveOneOut.ts',
    'scripts/eval/leaveOneOutReport.ts',
    'scripts/eval/main.ts',
    'scripts/eval/sessionScore.ts',
    'scripts/windows.mjs',
    'src/core/chat/answer.ts',
    'src/core/models/repeatingText.ts',
    'src/core/words/secretText.ts',
    'src/engine/outcome.ts',
    'src/engine/settings.ts',
    'src/node/commands/answerHook.ts',
    'src/node/commands/replayCommand.ts',
    'src/node/files/settingsFile.ts',
    'src/node/hooks/sharedFolder.ts',
    'src/node/hooks/pluginHooks.ts',
    'src/node/hooks/publishWindow.ts',
    'src/vscode/guardedModels/requestedConversation.ts',
    'test/agentHost/guarded.pending.ts',
    'test/agentHost/harness.ts',
    'test/agentHost/localDesktop.ts',
    'test/fixtures/agent-host-door/extension.js',
  ]),
  long: new Set<string>([
    'src/core/chat/command.ts',
    'src/core/models/repeatingText.ts',
    'src/core/timeline/timeline.ts',
    'src/core/timelineView/timelineTree.ts',
    'src/engine/canonical.ts',
    'src/engine/conversation.ts',
    'src/engine/guard.ts',
    'src/engine/state.ts',
  ]),
};

const sources = ['src', 'test', 'scripts', 'bench', 'api'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    .filter((path) => /\.(?:ts|mjs|js)$/.test(path))
    .map((path) => ({ path, lines: readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n') })),
);

const wide = sources.filter(({ lines }) => lines.some((line) => [...line].length > MOST_COLUMNS));
const long = sources.filter(({ path, lines }) => path.startsWith('src/') && lines.length > MOST_LINES);

const pathsOf = (files: readonly { readonly path: string }[]): string[] => files.map(({ path }) => path);

describe('the width of lines and the length of files', () => {
  it('are looked at in every folder of ours', () => {
    assert.ok(sources.length > 250, String(sources.length));
  });

  it(`is at most ${MOST_COLUMNS} columns, but where the list says why`, () => {
    assert.deepEqual(
      pathsOf(wide).filter((path) => !(path in WIDE) && !STILL_TO_GO.wide.has(path)),
      [],
    );
  });

  it(`is at most ${MOST_LINES} lines, but where the list says why`, () => {
    assert.deepEqual(
      pathsOf(long).filter((path) => !(path in LONG) && !STILL_TO_GO.long.has(path)),
      [],
    );
    assert.ok(Object.keys(LONG).length <= MOST_LONG_FILES);
  });

  it('have lists that name nothing that is well by now', () => {
    const listed = (names: readonly string[], found: readonly { readonly path: string }[]): string[] =>
      names.filter((name) => !pathsOf(found).includes(name));
    assert.deepEqual(listed(Object.keys(WIDE), wide), []);
    assert.deepEqual(listed(Object.keys(LONG), long), []);
  });
});
