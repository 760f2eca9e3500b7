/** Whether an event comes within the limit. @param isIt whether an event is the one; by default, the first is */
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
