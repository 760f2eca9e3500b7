import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { collectSentences } from '../../scripts/l10n';
import { documentNames } from './documents';

const ROOT = resolve(__dirname, '../..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** Words that sound translated or name an internal part, and what to write instead. */
const BANNED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:held|hold|holds|holding) back\b/i, 'block'],
  [/\bsub-agents?\b/i, 'subagent'],
  [/\bladders?\b|\brungs?\b/i, 'escalation, actions, step'],
  [/\b(?:un)?judg(?:e[ds]?|ing|e?ments?)\b/i, 'check, decide'],
  [/\bmitigat/i, 'change course'],
  [/\btime to live\b/i, 'time window'],
  [/\bceilings?\b/i, 'hard limit'],
  [/\bfresh count\b|\bcounted anew\b|\banew\b/i, 'reset the counters'],
  [/\bgets? nowhere\b/i, 'make no progress'],
  [/\bever judge\b|\bnever judge\b/i, 'exclude'],
  [/\bany more\b(?! than)/i, 'no longer'],
  [/\ball the same\b/i, 'anyway'],
  [/\bfor ever\b/i, 'forever, endlessly'],
  [/\bwhoever\b/i, 'someone who, if you'],
  [/\bhardly\b/i, 'rarely, or say what is wrong'],
  [/\bbeside\b/i, 'next to, outside, in addition to'],
  [/\bto and fro\b/i, 'back and forth'],
  [/\bin vain\b/i, 'without a result'],
  [/\bat work\b/i, 'running, active'],
  [/\blets? go\b/i, 'runs again, continues'],
  [/\b(?:may|made to|can|lets? \w+) go on\b/i, 'continue'],
  [/\bways? (?:on|out)\b/i, 'say what someone can do'],
  [/\btak(?:e[ns]?|ing) back\b|\btakes? (?:it|them|that) back\b/i, 'undo, remove'],
];

/** More words that belong in code and logs, but not in documents and texts for users. */
const OF_CODE: readonly (readonly [RegExp, string])[] = [
  [/\bsurfaces?\b(?! (?:of|again))/i, 'integration, where it works'],
  [/\bthe person\b|\ba person's\b/i, 'you'],
];

/** Words that aren't used in VS Code and in pages for users. */
const OF_DOCUMENTS: readonly (readonly [RegExp, string])[] = [
  [/\bmade to (?:continue|go on)\b/i, 'told to continue'],
  [/\bis told\b(?! to (?:continue|change course))/i, 'say who tells it'],
  [/\bbr(?:ought|ings?) (?:nothing|anything) new\b/i, 'return nothing new, no progress'],
  [/\bknown lines\b/i, 'the same lines'],
  [/\b(?<!returned )(?:nothing|anything) new\b/i, 'no progress, no new result'],
  [/\b(?:same|another|different) causes?\b/i, 'reason'],
  [/\bour hooks?\b/i, 'Tool Loop Guard’s hooks'],
  [/\bharness(?:es)?\b/i, 'agent'],
  [/\bwas asked about\b/i, 'checked'],
  [/\bvolatile\b/i, 'what changes in each result'],
  [/\bprotect/i, 'guard, guarded; of calls: checked'],
  [/\bnudg/i, 'hint'],
  [/\brecover/i, 'change course'],
];

/** Texts in VS Code are spoken English. A choice such as "Do not record" is a name. */
const OF_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:cannot|(?:do|does|did|is|are|was|were|has|have|could|would|will) not)\b/, 'can’t, isn’t, and so on'],
];

const found = (text: string, words: typeof BANNED): string[] =>
  words.flatMap(([word, instead]) => {
    const match = word.exec(text)?.[0];
    return match === undefined ? [] : [`"${match}" (instead: ${instead}) in: ${text.trim().slice(0, 160)}`];
  });

describe('the English that users read', () => {
  const manifest = JSON.parse(read('package.nls.json')) as Record<string, string>;
  const texts = [...collectSentences(ROOT).sentences, ...Object.values(manifest)];

  it('uses the words of the glossary in VS Code', () => {
    assert.ok(texts.length > 500);
    assert.deepEqual(
      texts.flatMap((text) => found(prose(text), [...BANNED, ...OF_CODE, ...OF_DOCUMENTS, ...OF_TEXTS])),
      [],
    );
  });

  it('uses them on the command line', () => {
    const commands = ['agentsCommand', 'installCommand', 'agentReport'];
    const files = ['usage.ts', ...commands.map((name) => `node/commands/${name}.ts`), 'node/replay/replayCommand.ts'];
    // A command is at the beginning of a line.
    const said = files.flatMap((name) => literalsIn(`src/${name}`).map((text) => text.replaceAll('\n  judge\n', '\n')));
    assert.ok(said.length > 30);
    assert.deepEqual(
      said.flatMap((text) => found(text, [...BANNED, ...OF_CODE])),
      [],
    );
  });

  it('has sentences of at most 35 words', () => {
    const long = texts.flatMap((text) => sentencesOf(text)).filter((sentence) => sentence.split(/\s+/).length > 35);
    assert.deepEqual(long, []);
  });
});

describe('the English of the documents', () => {
  const documents = documentNames(ROOT).map((name) => ({ name, text: read(name) }));

  for (const { name, text } of [...documents, { name: 'CHANGELOG.md', text: newestSection(read('CHANGELOG.md')) }]) {
    it(`uses the words of the glossary: ${name}`, () => {
      assert.deepEqual(
        prose(text)
          .split('\n')
          .flatMap((line) => found(line, wordsFor(name))),
        [],
      );
    });
  }

  it('introduces each page in its first lines', () => {
    const withoutIntroduction = documents
      .filter(({ name }) => name !== 'README.md')
      .filter(({ text }) => !/^# .+\n\n(?![#|<>!-]|```)\S/.test(text))
      .map(({ name }) => name);
    assert.deepEqual(withoutIntroduction, []);
  });

  it('has sentences of at most 40 words', () => {
    const long = documents.flatMap(({ name, text }) =>
      sentencesOf(prose(text).replace(/^\|.*$/gm, ''))
        .filter((sentence) => sentence.split(/\s+/).length > 40)
        .map((sentence) => `${name}: ${sentence}`),
    );
    assert.deepEqual(long, []);
  });
});

/** Pages for contributors may use the code's names. */
function wordsFor(document: string): typeof BANNED {
  const isForUsers = /^(?:README|CHANGELOG)\.md$|^docs\/[\w-]+\.md$/.test(document);
  return isForUsers ? [...BANNED, ...OF_CODE, ...OF_DOCUMENTS] : [...BANNED, ...OF_CODE];
}

function newestSection(changelog: string): string {
  return /^## [^\n]*$([^]*?)^## /m.exec(changelog)?.[1] ?? assert.fail('There is no section.');
}

/** A document without code, comments, and link targets. */
function prose(markdown: string): string {
  return markdown
    .replace(/^```[^]*?^```/gm, '')
    .replace(/<!--[^]*?-->/g, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[[\]]/g, '');
}

function sentencesOf(text: string): string[] {
  return text
    .split(/\n\s*\n|\n\s*(?:[-*#]|\d+\.)\s|(?<=[.?!:;])\s+(?:- )?/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function literalsIn(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  return texts.filter((text) => /\w\s+\w/.test(text));
}
