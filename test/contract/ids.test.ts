import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  COMMANDS,
  COMMANDS_OUTSIDE_PALETTE,
  CONTEXT_KEYS,
  DEMONSTRATION_TOOL,
  DEMONSTRATION_VENDOR,
  GUARDED_VENDOR,
  PARTICIPANT_ID,
  VIEWS,
} from '../../src/vscode/host/ids';
import { ActivatedWindow } from '../fakes/activatedWindow';

interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
  readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  readonly chatParticipants: readonly { readonly id: string }[];
  readonly languageModelChatProviders: readonly { readonly vendor: string }[];
  readonly languageModelTools: readonly { readonly name: string }[];
}

const text = readFileSync(join(resolve(__dirname, '../..'), 'package.json'), 'utf8');
const { contributes } = JSON.parse(text) as { readonly contributes: Contributions };
const contributed = contributes.commands.map(({ command }) => command);

describe('the ids of package.json and of the code', () => {
  let window: ActivatedWindow;

  before(async () => {
    window = await new ActivatedWindow().activate();
  });
  after(() => window.deactivate());

  it('name the same commands, and the extension registers each of them', () => {
    const ours = Object.values(COMMANDS).flat().toSorted();
    assert.deepEqual([...contributed, ...COMMANDS_OUTSIDE_PALETTE].toSorted(), ours);
    assert.deepEqual([...window.commands.keys()].toSorted(), ours);
  });

  it('name only existing commands in menus and walkthroughs', () => {
    const inMenus = Object.values(contributes.menus).flatMap((items) => items.map(({ command }) => command));
    const inWalkthroughs = [...text.matchAll(/"onCommand:([^"]+)"/g)].map(([, command]) => command as string);
    assert.ok(inMenus.length > 0 && inWalkthroughs.length > 0);
    assert.deepEqual(
      [...inMenus, ...inWalkthroughs].filter((command) => !contributed.includes(command)),
      [],
    );
  });

  it('show at most eleven commands in the palette while nothing is stopped', () => {
    const conditions = new Map(contributes.menus['commandPalette']?.map(({ command, when }) => [command, when]));
    const shown = (states: readonly string[]): string[] =>
      contributed.filter((command) => {
        const when = conditions.get(command);
        return when === undefined || states.includes(when);
      });
    const busy = shown([CONTEXT_KEYS.hasConversation]);
    assert.ok(busy.length <= 11, busy.join(', '));
    assert.deepEqual(
      shown([CONTEXT_KEYS.hasConversation, CONTEXT_KEYS.isStopped]).filter((command) => !busy.includes(command)),
      ['toolLoopGuard.startFreshCount', 'toolLoopGuard.explainStop'],
    );
    const known = ['false', CONTEXT_KEYS.hasConversation, CONTEXT_KEYS.isStopped] as const;
    assert.ok([...conditions.values()].every((when) => known.some((each) => each === when)));
  });

  it('name the same views, and the extension fills each of them', () => {
    const ids = Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id));
    assert.deepEqual(ids.toSorted(), Object.values(VIEWS).toSorted());
    assert.deepEqual([...window.views].toSorted(), ids.toSorted());
  });

  it('name the same context keys', () => {
    const conditions = [...text.matchAll(/"when": "([^"]+)"/g)].map(([, condition]) => condition as string);
    const asked = conditions.flatMap((condition) => condition.match(/(?<![.\w]|== )toolLoopGuard\.\w+/g) ?? []);
    assert.deepEqual([...new Set(asked)].toSorted(), Object.values(CONTEXT_KEYS).toSorted());
  });

  it('name the same participant, vendors and tool', async () => {
    // The demonstration registers what it needs when it is first used.
    window.otherSettings.set('chat.editor.localAgent.enabled', { value: false });
    await window.run('toolLoopGuard.tryIt');
    assert.deepEqual(
      contributes.chatParticipants.map(({ id }) => id),
      [PARTICIPANT_ID],
    );
    assert.deepEqual([...window.participants.keys()], [PARTICIPANT_ID]);
    const vendors = [GUARDED_VENDOR, DEMONSTRATION_VENDOR];
    assert.deepEqual(
      contributes.languageModelChatProviders.map(({ vendor }) => vendor),
      vendors,
    );
    assert.deepEqual([...window.providers.keys()].toSorted(), vendors.toSorted());
    assert.deepEqual(
      contributes.languageModelTools.map(({ name }) => name),
      [DEMONSTRATION_TOOL],
    );
  });
});
