/** VS Code ends the hook process of a run it cancels at once; after this long it has not been that run. */
const HOOK_END_LIMIT_MS = 2_000;

/** Resolves to whether the signal of an ended hook comes within the limit. */
export function happens(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(signal.aborted);
    };
    const timer = setTimeout(end, HOOK_END_LIMIT_MS);
    signal.addEventListener('abort', end);
    if (signal.aborted) {
      end();
    }
  });
}
