/**
 * Waits for an event.
 * @param on has a listener told of each
 * @param isIt whether the one that has come is it; the first is unless told otherwise
 * @returns whether it has come within the limit
 */
export function happensWithin(
  limitMs: number,
  on: (listener: () => void) => { dispose(): unknown },
  isIt: () => boolean = () => true,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (hasHappened: boolean): void => {
      clearTimeout(timer);
      listening.dispose();
      resolve(hasHappened);
    };
    const timer = setTimeout(() => end(false), limitMs);
    const listening = on(() => isIt() && end(true));
  });
}
