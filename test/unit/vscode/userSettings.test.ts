import assert from 'node:assert/strict';
import type * as configurationModule from '../../../src/vscode/settings/configuration';
import type * as userSettingsModule from '../../../src/vscode/settings/userSettings';
import { ActivatedWindow } from '../../fakes/activatedWindow';
import { withVscode } from '../../fakes/vscodeModule';

describe('the settings of a person', () => {
  let window: ActivatedWindow;

  beforeEach(async () => {
    window = await new ActivatedWindow().activate();
  });
  afterEach(() => window.deactivate());

  const exclude = (): Promise<unknown> => {
    const load = withVscode(window.module);
    const { ConfigurationSource } = load<typeof configurationModule>('vscode/settings/configuration');
    const { UserSettings } = load<typeof userSettingsModule>('vscode/settings/userSettings');
    return new UserSettings(new ConfigurationSource()).exclude('scripted_probe');
  };

  it('are not touched while they have changes that are not saved; the user is told', async () => {
    window.isSettingsFileDirty = true;
    assert.equal(await exclude(), undefined);
    assert.equal(window.settingsText, '{}');
    assert.match(window.shown.join(), /Save your changes to settings\.json, and then try again\./);
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
