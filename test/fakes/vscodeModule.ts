import Module, { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';

type Load = (request: string, parent: NodeJS.Module | undefined, isMain: boolean) => unknown;

const SOURCE = resolve(__dirname, '../../src');
const required = createRequire(__filename);
const loader = Module as unknown as { _load: Load };

/** By module loaded with a stand-in, so that modules it loads later get the same stand-in. */
const loadsOfModules = new WeakMap<NodeJS.Module, (load: () => unknown) => unknown>();
const { _load: original } = loader;
loader._load = (request, parent, isMain) => {
  const within = parent === undefined ? undefined : loadsOfModules.get(parent);
  const load = (): unknown => original.call(loader, request, parent, isMain);
  return within === undefined ? load() : within(load);
};

/**
 * Loads source files that import `vscode` with a stand-in for it. Modules aren't shared between stand-ins.
 * @param standIn the part of the module that the files use
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

/** Reloads a built file that imports `vscode`, with a stand-in for it and for what it loads later. */
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

/** Removes modules that may contain a stand-in from the cache. */
function takeWindowModules(): Map<string, NodeJS.Module> {
  const taken = new Map<string, NodeJS.Module>();
  for (const [path, module] of Object.entries(required.cache)) {
    // Files next to extension.ts also construct parts of the window.
    if (module !== undefined && (path.startsWith(join(SOURCE, 'vscode') + sep) || dirname(path) === SOURCE)) {
      taken.set(path, module);
      delete required.cache[path];
    }
  }
  return taken;
}
