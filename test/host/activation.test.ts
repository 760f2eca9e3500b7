import assert from 'node:assert/strict';
import { commands, extensions, type Extension } from 'vscode';

interface Manifest {
  readonly contributes: { readonly commands?: readonly { readonly command: string }[] };
}

describe('the installed extension', () => {
  let guard: Extension<unknown>;

  before(async () => {
    const found = extensions.getExtension('tool-loop-guard.tool-loop-guard');
    assert.ok(found, 'it is not installed');
    await found.activate();
    guard = found;
  });

  it('is active', () => {
    assert.equal(guard.isActive, true);
  });

  it('has registered every command of its manifest', async () => {
    const registered = new Set(await commands.getCommands(true));
    const { contributes } = guard.packageJSON as Manifest;
    const missing = (contributes.commands ?? []).map(({ command }) => command).filter((command) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});
