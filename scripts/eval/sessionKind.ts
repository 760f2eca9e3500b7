export const SESSION_KINDS = ['coding', 'terminal', 'browser', 'service'] as const;

export type SessionKind = (typeof SESSION_KINDS)[number];

/** By the beginning of the source's name. */
const KINDS: readonly (readonly [beginning: string, SessionKind])[] = [
  ['coding-', 'coding'],
  ['sweagent-', 'coding'],
  ['miniswe-', 'coding'],
  ['qwen-java-', 'coding'],
  ['intercode', 'terminal'],
  ['nyuctf-', 'terminal'],
  ['tbench-', 'terminal'],
  ['browser-', 'browser'],
  ['agentdojo-', 'service'],
  ['tau', 'service'],
];

/** @throws if the source is in no row */
export function sessionKind(source: string): SessionKind {
  const kind = KINDS.find(([beginning]) => source.startsWith(beginning))?.[1];
  if (kind === undefined) {
    throw new Error(`${source}: scripts/eval/sessionKind.ts does not say what kind of sessions these are`);
  }
  return kind;
}
