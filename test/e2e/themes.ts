/** What VS Code calls a theme of each kind, by the end of a picture's name. */
export const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'hc-dark': 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
} as const;
