import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { discard } from '../../scripts/vscode/discard.mjs';

const ROOT = resolve(__dirname, '../..');

interface Builder {
  buildLibrary(outdir: string): Promise<void>;
}

/** A folder of another project in which the library is installed, as by `npm install`. */
export class OutsideProject {
  private constructor(readonly folder: string) {}

  /** @param files by path @param others a folder whose `node_modules` are also available */
  static async with(files: Readonly<Record<string, string>>, others?: string): Promise<OutsideProject> {
    const project = new OutsideProject(mkdtempSync(join(tmpdir(), 'outside-')));
    const modules = project.path('node_modules');
    const library = join(modules, 'tool-loop-guard');
    mkdirSync(library, { recursive: true });
    writeFileSync(join(library, 'package.json'), readFileSync(join(ROOT, 'package.json')));
    await (createRequire(__filename)('../../esbuild.js') as Builder).buildLibrary(join(library, 'dist/library'));
    if (others !== undefined) {
      for (const name of readdirSync(join(others, 'node_modules')).filter((each) => !each.startsWith('.'))) {
        symlinkSync(join(others, 'node_modules', name), join(modules, name), 'junction');
      }
    }
    for (const [name, text] of Object.entries({ 'package.json': '{ "private": true }', ...files })) {
      mkdirSync(dirname(project.path(name)), { recursive: true });
      writeFileSync(project.path(name), text);
    }
    return project;
  }

  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  /** The compiler's output. @param skipLibCheck whether the types of packages are unchecked */
  typeErrors(files: readonly string[], module: string, moduleResolution: string, skipLibCheck = false): string {
    const compilerOptions = { strict: true, noEmit: true, target: 'es2023', lib: ['es2023'], types: [] };
    const config = { compilerOptions: { ...compilerOptions, module, moduleResolution, skipLibCheck }, files };
    writeFileSync(this.path('tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc], { cwd: this.folder, encoding: 'utf8' }).stdout;
  }

  remove(): void {
    discard(this.folder);
  }
}
