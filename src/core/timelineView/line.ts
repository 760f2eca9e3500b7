/** How a line of the timeline looks and sounds. Texts are masked. */
export interface TimelineLine {
  readonly label: string;
  readonly description: string | undefined;
  /** What a screen reader says in place of label and description. */
  readonly spoken: string;
  /** Name of a codicon, and of a theme colour if it has one. */
  readonly icon: { readonly id: string; readonly color?: string };
  readonly contextValue: string;
  readonly opens: 'never' | 'on demand';
}

/** Colours of the theme. */
export const ERROR = 'list.errorForeground';
export const WARNING = 'list.warningForeground';
export const QUIET = 'descriptionForeground';
