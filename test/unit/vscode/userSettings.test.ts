import assert from 'node:assert/strict';
import type * as userSettingsModule from '../../../src/vscode/settings/userSettings';
import { ActivatedWindow } from '../../fakes/activatedWindow';
import { withVscode } from '../../fakes/vscodeModule';

/** As a person wrote it. */
const OWN = `{
  // how I like it
  "editor.fontSize": 14,
  "toolLoopGuard.excludedTools": [
    // never mind the notes
    "scripted_note" /* really */
  ] // quiet
}
`;

describe('the settings of a person', () => {
  let window: ActivatedWindow;

  beforeEach(async () => {
    window = await new ActivatedWindow().activate();
  });
  afterEach(() => window.deactivate());

  const exclude = (): Promise<unknown> => {
    const { UserSettings } = withVscode(window.module)<typeof userSettingsModule>('vscode/settings/userSettings');
    return new UserSettings().exclude('scripted_probe');
  };

  it('keep their comments when a tool is excluded', async () => {
    window.save(OWN);
    await exclude();
    for (const comment of ['// how I like it', '// never mind the notes', '/* really */', '// quiet']) {
      assert.ok(window.settingsText.includes(comment), window.settingsText);
    }
    assert.deepEqual(window.ownSettings['excludedTools'], ['scripted_note', 'scripted_probe']);
    assert.deepEqual([...window.tabs], [], 'settings.json is not left open');
  });

  it('stay open where they were open', async () => {
    window.save(OWN);
    await window.run('workbench.action.openSettingsJson');
    await exclude();
    assert.equal(window.tabs.size, 1);
  });

  it('are not touched while they have changes that are not saved; the user is told', async () => {
    window.save(OWN);
    window.isSettingsFileDirty = true;
    assert.equal(await exclude(), undefined);
    assert.equal(window.settingsText, OWN);
    assert.match(window.shown.join(), /Save your changes to settings\.json, and then try again\./);
  });

  it('are not opened to write what cannot hold a comment', async () => {
    await exclude();
    assert.deepEqual(window.ownSettings, { excludedTools: ['scripted_probe'] });
    assert.ok(!window.executed.some(([command]) => command === 'workbench.action.openSettingsJson'));
  });

  it('that are no list give way, and those that are keep their entries', async () => {
    window.save('{ "toolLoopGuard.excludedTools": 3 }');
    await exclude();
    assert.deepEqual(window.ownSettings, { excludedTools: ['scripted_probe'] });
    window.save('{ "toolLoopGuard.excludedTools": ["note"] }');
    await exclude();
    assert.deepEqual(window.ownSettings, { excludedTools: ['note', 'scripted_probe'] });
  });
});
