/** By then VS Code has started and shows its window. */
const AFTER_START_MS = 2_000;

/** Does something that is not needed at once a little later, so that it does not slow the start of VS Code down. */
export function afterStart(work: () => void): { dispose(): void } {
  const timer = setTimeout(work, AFTER_START_MS);
  timer.unref();
  return { dispose: () => clearTimeout(timer) };
}
