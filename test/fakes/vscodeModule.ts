import Module from 'node:module';

type Load = (request: string, parent: unknown, isMain: boolean) => unknown;

/**
 * Loads modules that import `vscode`, which only a VS Code has, with a stand-in for it: only what the modules in
 * question use.
 * @param load requires the modules; what it requires for the first time gets the stand-in
 */
export function withVscode<Loaded>(standIn: object, load: () => Loaded): Loaded {
  const loader = Module as unknown as { _load: Load };
  const { _load: original } = loader;
  loader._load = (request, parent, isMain) =>
    request === 'vscode' ? standIn : original.call(loader, request, parent, isMain);
  try {
    return load();
  } finally {
    loader._load = original;
  }
}
