type Nothing = false | null | undefined;

/** Waits until the condition returns something, and returns that; fails after the limit. */
export async function until<T>(
  what: string,
  condition: () => Promise<T | Nothing> | T | Nothing,
  limitMs = 120_000,
): Promise<T> {
  for (const end = Date.now() + limitMs; ; await pause(100)) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false) {
      return value;
    }
    if (Date.now() > end) {
      throw new Error(`Waited ${limitMs / 1_000} s in vain for ${what}`);
    }
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
