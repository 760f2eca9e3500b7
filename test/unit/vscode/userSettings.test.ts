import assert from 'node:assert/strict';
import type * as configurationModule from '../../../src/vscode/settings/configuration';
import type * as userSettingsModule from '../../../src/vscode/settings/userSettings';
import { type ActivatedWindow, windowForEach } from '../../fakes/activatedWindow';
import { withVscode } from '../../fakes/vscodeModule';

describe('the user’s settings', () => {
  let window: ActivatedWindow;

  windowForEach((opened) => (window = opened));

  const exclude = (): Promise<unknown> => {
    const load = withVscode(window.module);
    const { ConfigurationSource } = load<typeof configurationModule>('vscode/settings/configuration');
    const { UserSettings } = load<typeof userSettingsModule>('vscode/settings/userSettings');
    return new UserSettings(new ConfigurationSource()).exclude('scripted_probe');
  };

  it('aren’t changed while they have unsaved changes, and the user is notified', async () => {
    window.isSettingsFileDirty = true;
    assert.equal(await exclude(), undefined);
    assert.equal(window.settingsText, '{}');
    assert.match(window.shown.join(), /Save your changes to settings\.json, and then try again\./);
  });

  it('that should be lists are replaced if they aren’t, and keep their entries if they are', async () => {
    window.save('{ "toolLoopGuard.excludedTools": 3 }');
    await exclude();
    assert.deepEqual(window.ownSettings, { excludedTools: ['scripted_probe'] });
    window.save('{ "toolLoopGuard.excludedTools": ["note"] }');
    await exclude();
    assert.deepEqual(window.ownSettings, { excludedTools: ['note', 'scripted_probe'] });
  });
});
