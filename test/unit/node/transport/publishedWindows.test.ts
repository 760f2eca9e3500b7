import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettingsFile } from '../../../../src/node/files/settingsFile';
import { SETTINGS_FILE, sharedFolder } from '../../../../src/node/plugin/sharedFolder';
import { publishWindow } from '../../../../src/node/transport/publishedWindows';
import { newFolderForEach } from '../../../fakes/newFolder';

describe('a published window', () => {
  let home: string;
  newFolderForEach((folder) => (home = folder));

  it('replaces the settings, and keeps what `allow` excluded', () => {
    const folder = sharedFolder(home);
    const file = join(folder, SETTINGS_FILE);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, '{ "maxRepeats": 6, /* by hand */ "allowed": ["Bash"] }', { mode: 0o600 });
    const address = { socket: join(home, 'socket'), token: 'x', folders: [], userData: '/code', program: '/node' };
    const window = publishWindow({ ...address, settings: {} }, home);
    window.update({ ...address, settings: { ttlSeconds: 60, excludedTools: ['x'] } });
    window.dispose();
    assert.deepEqual(readSettingsFile(file), { ttlSeconds: 60, excludedTools: ['x', 'Bash'] });
  });
});
