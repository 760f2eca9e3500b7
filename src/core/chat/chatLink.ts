import type { BudgetChoice } from '../budget/budgetMeter';

export type ChatLink =
  /** Asks `@loopguard` for something, as if the user had typed it. */
  | { readonly kind: 'ask'; readonly command: string }
  | { readonly kind: 'budget'; readonly choice: BudgetChoice }
  | { readonly kind: 'pickMode' | 'pickPreset' | 'timeline' | 'protection' }
  | { readonly kind: 'settings'; readonly setting?: string }
  | { readonly kind: 'details'; readonly callId: string };

/** Makes a Markdown link; the title is plain text. */
export type WriteLink = (title: string, link: ChatLink) => string;

/** Such a link never expires. */
export function onlyShows({ kind }: ChatLink): boolean {
  return kind !== 'ask' && kind !== 'budget';
}

export function linkLine(write: WriteLink | undefined, links: readonly (readonly [string, ChatLink])[]): string[] {
  return write === undefined || links.length === 0
    ? []
    : [links.map(([title, link]) => write(title, link)).join(' · ')];
}
