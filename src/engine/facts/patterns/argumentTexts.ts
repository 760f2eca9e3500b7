import { definePatterns } from './pattern';

/** Begins with a letter or a digit, is on one line, and has no characters of code. */
export const PLAIN_LINES = definePatterns('plainLine', {
  plain: {
    match: /^[\p{L}\p{N}"'“(][^\n{}<>|;$=\\]*$/u,
    examples: ['Run the tests', '3 files', '“Look” at it'],
    not: ['ls | sort', 'two\nlines', '--all'],
    from: ['claude', 'vscode'],
  },
});

export const WORDS = definePatterns('words', {
  words: {
    match: /\p{L} \p{L}|\p{L}{3}/u,
    examples: ['I do', 'tests'],
    not: ['42', 'a1 b2'],
    from: ['claude', 'vscode'],
  },
});

/** If the place differs, something else is meant. */
export const PLACES = definePatterns('place', {
  path: {
    keywords: ['/', '\\'],
    match: /[/\\]/,
    examples: ['src/a.ts', 'C:\\src'],
    not: ['a.ts'],
    from: ['claude', 'vscode'],
  },
});

export const PATCH_LINES = definePatterns('patchLine', {
  file: {
    keywords: ['*** '],
    match: /^\*\*\* (Update|Add|Delete) File: (.+)$/,
    examples: ['*** Update File: src/a.ts', '*** Add File: b.ts'],
    not: ['*** End of File', '+*** Update File: a.ts'],
    from: ['codex', 'vscode'],
  },
});
