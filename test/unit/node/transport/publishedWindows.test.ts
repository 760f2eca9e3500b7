import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readSettingsFile } from '../../../../src/node/files/settingsFile';
import { SETTINGS_FILE, sharedFolder, WINDOWS_FOLDER } from '../../../../src/node/plugin/sharedFolder';
import { publishWindow, windowOfChats } from '../../../../src/node/transport/publishedWindows';
import { newFolderForEach } from '../../../fakes/newFolder';

describe('the window for chats without hooks', () => {
  let home: string;
  newFolderForEach((folder) => (home = folder));

  /** Windows with their files, the oldest first. */
  function opened(windows: Readonly<Record<string, { readonly folders: string[]; readonly userData: string }>>): void {
    const folder = join(sharedFolder(home), WINDOWS_FOLDER);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    Object.entries(windows).forEach(([socket, { folders, userData }], index) => {
      const path = join(folder, `${socket}.json`);
      const window = { socket, token: 'x', pid: process.pid, host: hostname(), folders, userData };
      writeFileSync(path, JSON.stringify(window), { mode: 0o600 });
      utimesSync(path, 1_000 + index, 1_000 + index);
    });
  }
  const windowOf = (folder: string): string | undefined => windowOfChats('/code', folder, home)?.socket;

  it('has the folder, or the closest one around it', () => {
    opened({
      one: { folders: ['/w'], userData: '/code' },
      two: { folders: ['/w/inner'], userData: '/code' },
      three: { folders: [], userData: '/code' },
    });
    assert.deepEqual(['/w', '/w/inner/deep', '/w/other'].map(windowOf), ['one', 'two', 'one']);
  });

  it('is otherwise the latest without a folder, or the oldest of all', () => {
    const withFolders = {
      one: { folders: ['/w'], userData: '/code' },
      two: { folders: ['/v'], userData: '/code' },
    };
    opened(withFolders);
    assert.equal(windowOf('/elsewhere'), 'one');
    opened({ ...withFolders, three: { folders: [], userData: '/code' }, four: { folders: [], userData: '/code' } });
    assert.equal(windowOf('/elsewhere'), 'four');
  });

  it('is of the same edition of VS Code, whose Agent Host it listens to', () => {
    opened({ one: { folders: ['/w'], userData: '/code-insiders' } });
    assert.equal(windowOf('/w'), undefined);
    opened({ three: { folders: ['/v'], userData: '/code' } });
    assert.equal(windowOf('/w'), 'three');
  });
});

describe('a published window', () => {
  let home: string;
  newFolderForEach((folder) => (home = folder));

  it('replaces the settings, and keeps what `allow` excluded', () => {
    const folder = sharedFolder(home);
    const file = join(folder, SETTINGS_FILE);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, '{ "maxRepeats": 6, /* by hand */ "allowed": ["Bash"] }', { mode: 0o600 });
    const address = { socket: join(home, 'socket'), token: 'x', folders: [], userData: '/code', program: '/node' };
    publishWindow({ ...address, settings: {} }, home);
    publishWindow({ ...address, settings: { ttlSeconds: 60, excludedTools: ['x'] } }, home);
    assert.deepEqual(readSettingsFile(file), { ttlSeconds: 60, excludedTools: ['x', 'Bash'] });
  });
});
