import Module, { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';

type Load = (request: string, parent: unknown, isMain: boolean) => unknown;

const SOURCE = resolve(__dirname, '../../src');
const required = createRequire(__filename);

/**
 * Loads source files that import `vscode`, which only a real VS Code has, with a stand-in for it. What is loaded for
 * one stand-in is not shared with another.
 * @param standIn as much of the module as the files use
 * @returns loads a file of `src`, such as `vscode/agent/agentHooks`
 */
export function withVscode(standIn: object): <Loaded>(file: string) => Loaded {
  const own = new Map<string, NodeJS.Module>();
  const loader = Module as unknown as { _load: Load };
  return <Loaded>(file: string): Loaded => {
    const others = takeWindowModules();
    own.forEach((module, path) => (required.cache[path] = module));
    const { _load: original } = loader;
    loader._load = (request, parent, isMain) =>
      request === 'vscode' ? standIn : original.call(loader, request, parent, isMain);
    try {
      return required(join(SOURCE, file)) as Loaded;
    } finally {
      loader._load = original;
      takeWindowModules().forEach((module, path) => own.set(path, module));
      others.forEach((module, path) => (required.cache[path] = module));
    }
  };
}

/** Loads a built file that imports `vscode`, anew, with a stand-in for it. */
export function bundleWithVscode<Loaded>(standIn: object, file: string): Loaded {
  const loader = Module as unknown as { _load: Load };
  const { _load: original } = loader;
  loader._load = (request, parent, isMain) =>
    request === 'vscode' ? standIn : original.call(loader, request, parent, isMain);
  try {
    delete required.cache[file];
    return required(file) as Loaded;
  } finally {
    loader._load = original;
  }
}

/** Takes the loaded modules that may hold a stand-in out of the cache of modules. */
function takeWindowModules(): Map<string, NodeJS.Module> {
  const taken = new Map<string, NodeJS.Module>();
  for (const [path, module] of Object.entries(required.cache)) {
    if (
      module !== undefined &&
      (path.startsWith(join(SOURCE, 'vscode') + sep) || path.startsWith(`${SOURCE}${sep}extension`))
    ) {
      taken.set(path, module);
      delete required.cache[path];
    }
  }
  return taken;
}
