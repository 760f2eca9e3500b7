import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** Texts by path: of new files, and of existing ones to which lines are added. */
export interface NewFiles {
  readonly created: Readonly<Record<string, string>>;
  readonly changed: Readonly<Record<string, (text: string) => string>>;
}

/** Writes what a scaffold makes, formatted. Prints the paths, and then what comes next. */
export async function writeNew(make: () => NewFiles, next: string): Promise<void> {
  try {
    const { created, changed } = make();
    const existing = Object.keys(created).find((path) => existsSync(path));
    if (existing !== undefined) {
      throw new Error(`${existing} is there already.`);
    }
    const edited = Object.entries(changed).map(([path, how]) => [path, how(readFileSync(path, 'utf8'))] as const);
    for (const [path, text] of [...Object.entries(created), ...edited]) {
      writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
      console.log(path);
    }
    console.log(next);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
