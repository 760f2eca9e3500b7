import * as vscode from 'vscode';
import { tidyChanges } from '../../core/settings/written/tidySettings';
import { ownSettingsIn } from '../../node/files/settingsText';
import { translate } from '../host/translate';
import type { UserSettings } from './userSettings';

/** Where it is written down that the person has been asked. */
const ASKED = 'toolLoopGuard.offeredToTidySettings';

/**
 * Offers once to write old settings the way they are offered now. They keep working either way, so whoever doesn't
 * answer is not asked again.
 */
export async function offerToTidySettings(
  userSettings: Pick<UserSettings, 'text' | 'apply'>,
  memory: vscode.Memento,
): Promise<void> {
  if (memory.get<boolean>(ASKED) === true) {
    return;
  }
  const text = await userSettings.text();
  const changes = text === undefined ? [] : tidyChanges(ownSettingsIn(text) ?? {});
  const count = changes.filter(({ value }) => value === undefined).length;
  if (count === 0) {
    return;
  }
  await memory.update(ASKED, true);
  const tidy = translate('Update settings.json');
  const answer = await vscode.window.showInformationMessage(
    count === 1
      ? translate('Tool Loop Guard has fewer settings now. 1 setting of yours has moved and still works.')
      : translate('Tool Loop Guard has fewer settings now. {count} settings of yours have moved and still work.', {
          count,
        }),
    tidy,
    translate('Keep as It Is'),
  );
  if (answer === tidy) {
    await userSettings.apply(changes);
  }
}
