import Module, { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';

type Load = (request: string, parent: NodeJS.Module | undefined, isMain: boolean) => unknown;

const SOURCE = resolve(__dirname, '../../src');
const required = createRequire(__filename);
const loader = Module as unknown as { _load: Load };

/** How each module that was loaded with a stand-in loads others: what it loads later gets the same stand-in. */
const loadsOfModules = new WeakMap<NodeJS.Module, (load: () => unknown) => unknown>();
const { _load: original } = loader;
loader._load = (request, parent, isMain) => {
  const within = parent === undefined ? undefined : loadsOfModules.get(parent);
  const load = (): unknown => original.call(loader, request, parent, isMain);
  return within === undefined ? load() : within(load);
};

/**
 * Loads source files that import `vscode`, which only a real VS Code has, with a stand-in for it. What is loaded for
 * one stand-in is not shared with another.
 * @param standIn as much of the module as the files use
 * @returns loads a file of `src`, such as `vscode/hooks/agentHooks`
 */
export function withVscode(standIn: object): <Loaded>(file: string) => Loaded {
  const own = new Map<string, NodeJS.Module>();
  let isWithin = false;
  const within = (load: () => unknown): unknown => {
    if (isWithin) {
      return load();
    }
    const others = takeWindowModules();
    own.forEach((module, path) => (required.cache[path] = module));
    isWithin = true;
    try {
      return loadWith(standIn, load);
    } finally {
      isWithin = false;
      takeWindowModules().forEach((module, path) => {
        own.set(path, module);
        loadsOfModules.set(module, within);
      });
      others.forEach((module, path) => (required.cache[path] = module));
    }
  };
  return <Loaded>(file: string): Loaded => within(() => required(join(SOURCE, file))) as Loaded;
}

/** Loads a built file that imports `vscode`, anew, with a stand-in for it and for what it loads later. */
export function bundleWithVscode<Loaded>(standIn: object, file: string): Loaded {
  const folder = dirname(file) + sep;
  const modules = (): [string, NodeJS.Module | undefined][] =>
    Object.entries(required.cache).filter(([path]) => path.startsWith(folder));
  const within = (load: () => unknown): unknown => {
    try {
      return loadWith(standIn, load);
    } finally {
      modules().forEach(([, module]) => module !== undefined && loadsOfModules.set(module, within));
    }
  };
  modules().forEach(([path]) => delete required.cache[path]);
  return within(() => required(file)) as Loaded;
}

function loadWith(standIn: object, load: () => unknown): unknown {
  const { _load: before } = loader;
  loader._load = (request, parent, isMain) =>
    request === 'vscode' ? standIn : before.call(loader, request, parent, isMain);
  try {
    return load();
  } finally {
    loader._load = before;
  }
}

/** Takes the loaded modules that may hold a stand-in out of the cache of modules. */
function takeWindowModules(): Map<string, NodeJS.Module> {
  const taken = new Map<string, NodeJS.Module>();
  for (const [path, module] of Object.entries(required.cache)) {
    // The files beside extension.ts are those that put parts of the window together.
    if (module !== undefined && (path.startsWith(join(SOURCE, 'vscode') + sep) || dirname(path) === SOURCE)) {
      taken.set(path, module);
      delete required.cache[path];
    }
  }
  return taken;
}
