import { definePatterns } from './pattern';

/* What the text of an argument is: words for a person, or something for a program. */

/** Begins with a letter or a digit, is on one line, and has no characters of code. */
export const PLAIN_LINES = definePatterns('plainLine', {
  plain: {
    match: /^[\p{L}\p{N}"'“(][^\n{}<>|;$=\\]*$/u,
    examples: ['Run the tests', '3 files', '“Look” at it'],
    not: ['ls | sort', 'two\nlines', '--all'],
    from: ['claude', 'vscode'],
  },
});

/** Has something to read. */
export const WORDS = definePatterns('words', {
  words: {
    match: /\p{L} \p{L}|\p{L}{3}/u,
    examples: ['I do', 'tests'],
    not: ['42', 'a1 b2'],
    from: ['claude', 'vscode'],
  },
});

/** Not a name, a pattern, or a command. */
export const CAPITALIZED_SENTENCES = definePatterns('capitalizedSentence', {
  threeWords: {
    match: /^\p{Lu}\p{Ll}*(?: [\p{L}\p{N}'’.,:()-]+){2,}$/u,
    examples: ['Run the tests', 'Look at it again (once)'],
    not: ['run the tests', 'Run tests', 'README'],
    from: ['claude', 'vscode'],
  },
});

/** A word that looks like an option. */
export const FLAGS = definePatterns('flag', {
  option: {
    keywords: [' -'],
    match: / --?\w/,
    examples: ['Get all -recurse', 'Run npm --help now'],
    not: ['a - b', 'well-known'],
    from: ['bash', 'PowerShell'],
  },
});

/** A command, a path, a query. */
export const CODE = definePatterns('code', {
  symbol: {
    match: /[/\\|;$(){}=<>*]/,
    examples: ['src/a.ts', 'a = 1', 'ls | sort'],
    not: ['Run the tests'],
    from: ['bash', 'sql'],
  },
  dottedName: {
    keywords: ['.'],
    match: /\w\.\w/,
    examples: ['a.ts', 'example.com'],
    not: ['One. Two.'],
    from: ['claude', 'vscode'],
  },
  option: {
    keywords: ['-'],
    match: /--?\w/,
    examples: ['ls -l', 'npm --help'],
    not: ['a - b'],
    from: ['bash'],
  },
});

/** Names a place: where it differs, something else is meant. */
export const PLACES = definePatterns('place', {
  path: {
    keywords: ['/', '\\'],
    match: /[/\\]/,
    examples: ['src/a.ts', 'C:\\src'],
    not: ['a.ts'],
    from: ['claude', 'vscode'],
  },
  host: {
    keywords: ['.'],
    match: /\.[^.]{1,64}\./,
    examples: ['db.test.example', '10.0.0.1'],
    not: ['example.com', 'a..b'],
    from: ['ssh', 'curl'],
  },
});

/** A line of a patch that names a file. */
export const PATCH_LINES = definePatterns('patchLine', {
  file: {
    keywords: ['*** '],
    match: /^\*\*\* (Update|Add|Delete) File: (.+)$/,
    examples: ['*** Update File: src/a.ts', '*** Add File: b.ts'],
    not: ['*** End of File', '+*** Update File: a.ts'],
    from: ['codex', 'vscode'],
  },
});
