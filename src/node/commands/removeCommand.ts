import type { Writable } from 'node:stream';
import { dirname } from 'node:path';
import { otherUsers, Removal, type RemovalReport } from '../install/removal';
import type { Machine } from '../protection/machineFacts';
import { isRootInForeignFolder } from '../files/ownFile';
import { installationOf } from './agentsCommand';
import { showAndApply, type Terminal } from './installCommand';

/** Removes everything that was written on this machine, once the person has seen and agreed. @returns the exit code */
export function removeAll(
  { isYes, programFolder }: { readonly isYes: boolean; readonly programFolder: string },
  terminal: Terminal,
  machine: Machine,
): Promise<number> {
  const removal = new Removal(installationOf(programFolder, machine), machine);
  return showAndApply(
    [
      {
        name: 'Everything',
        plan: () => removal.changes(),
        apply: () => {
          const report = removal.run();
          terminal.output.write(reportText(report));
          if (report.kept.length > 0) {
            throw new Error('Some of it is still there.');
          }
        },
        notes: () => [],
      },
    ],
    { question: 'Remove all of this?', isYes },
    terminal,
  );
}

/**
 * What VS Code runs once the extension has been removed. Leaves everything as it is where the command line or another
 * VS Code still needs it. Never throws.
 */
export function afterExtension(programFolder: string, output: Writable, machine: Machine): void {
  try {
    const others = otherUsers(machine, dirname(programFolder));
    if (machine.home === '' || isRootInForeignFolder(machine.home) || others.length > 0) {
      output.write(`Nothing was removed. Still in use by: ${others.join(', ')}\n`);
      return;
    }
    output.write(reportText(new Removal(installationOf(programFolder, machine), machine).run()));
  } catch (error) {
    output.write(`Not everything could be removed: ${String(error)}\n`);
  }
}

function reportText({ removed, kept }: RemovalReport): string {
  return [
    ...removed.map((path) => `Removed: ${path}\n`),
    ...kept.map(({ path, reason }) => `Still there: ${path}. ${reason}\n`),
  ].join('');
}
