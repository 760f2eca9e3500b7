import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import {
  collectSentences,
  languagesIn,
  shortcomings,
  sourcesIn,
  type Texts,
  translateBy,
  visitCalls,
} from '../../scripts/l10n';
import { chatTexts } from '../../scripts/manifest';
import { englishSentences, englishTexts } from './untranslated';

const ROOT = resolve(__dirname, '../..');
const readJson = <T>(name: string): T => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as T;

const PRODUCT = 'Tool Loop Guard';
const { sentences, unreadable } = collectSentences(ROOT);
const texts = readJson<Record<string, string>>('package.nls.json');
const languages = languagesIn(ROOT);

/** Files in engine and core that use English on purpose, and for whom. */
const ENGLISH_IN_CORE: Readonly<Record<string, string>> = {
  'engine/values/canonical.ts': 'the log: faults of ours',
  'engine/facts/signs.ts': 'nobody: names of programs',
  'core/words/logLevels.ts': 'the log',
  'core/words/logLines.ts': 'the log',
  'core/words/budgetTexts.ts': 'models: refusals',
  'core/words/modelTexts.ts': 'models: guidance and refusals',
  'core/scan/scanReport.ts': 'the command line',
  'core/settings/table.ts': 'package.nls.json',
  'core/telemetry/measurements.ts': 'for the server that receives metrics',
  'core/settings/mode.ts': 'package.nls.json',
  'core/settings/presets.ts': 'package.nls.json',
  'core/words/secrets/secretCommands.ts': 'nobody: patterns, with their names and examples',
  'core/words/secrets/secretNames.ts': 'nobody: patterns, with their names and examples',
  'core/words/secrets/secretShapes.ts': 'nobody: patterns, with their names and examples',
};

/** What models read of tools in the window. */
const FOR_MODELS = /"The (?:tool failed: |file has not changed\. )/;

/** Files of detectors contain templates, which `npm run l10n` collects from the registry. */
const DETECTORS = 'engine/rules/';
/** The output of programs and what it means, for tests and documents. */
const PATTERNS = 'engine/facts/patterns/';

const SHOWN_FIELD = oneOf(
  ...['title', 'shortTitle', 'contextualTitle', 'description', 'markdownDescription', 'contents', 'altText'],
  ...['displayName', 'fullName', 'category', 'label', 'name'],
  ...['.*[dD]eprecationMessage', 'enumDescriptions', 'markdownEnumDescriptions', 'enumItemLabels'],
);

/** Where a shown field's name means something else. */
const NOT_SHOWN = oneOf(
  'name',
  'categories\\..*',
  'contributes\\.chatParticipants\\.\\d+\\.(?:name|commands\\.\\d+\\.name)',
  'contributes\\.configuration\\..*\\.defaultSnippets\\..*',
  'contributes\\.languageModel.*\\.name',
  'contributes\\.[a-zA-Z]+\\.\\d+\\.name',
);

describe('sentences', () => {
  it('are literals where they are used, so that they can be translated', () => {
    assert.deepEqual(unreadable, []);
  });

  it('are in l10n/bundle.l10n.json (else run: npm run l10n)', () => {
    assert.ok(sentences.length > 50);
    assert.deepEqual(
      Object.entries(readJson<object>('l10n/bundle.l10n.json')),
      sentences.map((sentence) => [sentence, sentence]),
    );
  });

  it('have typographic apostrophes, in every language', () => {
    const files = [texts, ...languages.flatMap(({ bundle, manifest }) => [bundle, manifest])];
    const all = [...sentences, ...files.flatMap((file) => Object.values(file))];
    assert.deepEqual(
      all.filter((text) => /\p{L}'/u.test(text)),
      [],
    );
  });

  it('are shown in VS Code only in translation', () => {
    const found = sourcesIn(ROOT)
      .filter(({ file }) => file.startsWith(join('src', 'vscode') + sep) || file === join('src', 'extension.ts'))
      .flatMap(({ file, source }) => englishTexts(source, file))
      .filter((text) => !FOR_MODELS.test(text));
    assert.deepEqual(found, []);
  });

  it('are always translated in core, unless they are for models, logs, or the manifest', () => {
    const below = (file: string): string => file.slice(`src${sep}`.length).replaceAll(sep, '/');
    const found = sourcesIn(ROOT)
      .filter(({ file }) => /^(?:core|engine)\//.test(below(file)) && !Object.hasOwn(ENGLISH_IN_CORE, below(file)))
      .filter(({ file }) => !below(file).startsWith(DETECTORS) && !below(file).startsWith(PATTERNS))
      .flatMap(({ file, source }) => englishSentences(source, file));
    assert.deepEqual(found, []);
  });
});

describe('package.nls.json', () => {
  const manifest = readJson<object>('package.json');
  const shown = [...strings(manifest, '')];

  it('has every text of package.json that users read', () => {
    const bare = shown.filter(
      ({ path, field, text }) =>
        SHOWN_FIELD.test(field) && !NOT_SHOWN.test(path) && text !== PRODUCT && !/^%[^%]+%$/.test(text),
    );
    assert.deepEqual(
      bare.map(({ path, text }) => `${path}: ${text}`),
      [],
    );
  });
});

interface OwnRules {
  readonly informal: RegExp;
  readonly sample: Texts;
  /** Sentences that the language adopts from English. */
  readonly borrowed: readonly string[];
}

/** Rules for the texts of one language. A new language gets an entry. */
const OWN_RULES: Readonly<Record<string, OwnRules>> = {
  de: {
    borrowed: ['Agent', 'Budget {used}/{limit}', 'Chat {id}', 'Details', 'Status'],
    informal: /\b(?:du|dich|dir|dein|deine|deinen|deiner)\b/i,
    sample: { 'Show Loops': 'Schleifen anzeigen', 'setting.mode.warn': 'Den Aufruf zulassen und Sie warnen.' },
  },
};

/** Text sent to the model in the user's name is as informal as the user. */
const TO_MODELS = /^(?:You’re going in circles|Stop repeating|Work out why)/;

describe('every translation', () => {
  it('has its own rules, and one is German', () => {
    assert.deepEqual(
      languages.map(({ name }) => name).toSorted(),
      Object.keys(OWN_RULES).toSorted(),
      'add the new language to OWN_RULES',
    );
  });

  for (const language of languages) {
    const translated = [...Object.entries(language.bundle), ...Object.entries(language.manifest)];

    it(`is read from both of its files, and addresses the user formally: ${language.name}`, () => {
      const { informal, sample } = OWN_RULES[language.name] ?? assert.fail();
      const all = Object.fromEntries(translated);
      Object.entries(sample).forEach(([key, text]) => assert.equal(all[key], text));
      assert.deepEqual(
        translated.filter(([key, text]) => informal.test(text) && !TO_MODELS.test(key)),
        [],
      );
    });

    it(`translates every sentence: ${language.name}`, () => {
      const same = Object.entries(language.bundle).filter(([sentence, text]) => sentence === text);
      assert.deepEqual(
        same.map(([sentence]) => sentence),
        OWN_RULES[language.name]?.borrowed,
      );
    });

    it(
      `has all sentences and texts, with their placeholders, and no others: ${language.name} (npm run l10n ` +
        'lists them)',
      () => {
        assert.equal(shortcomings(language, sentences, texts).join('\n'), '');
      },
    );

    it(
      `says of the chat commands in the manifest what it says in the chat: ${language.name} (else run: npm ` +
        'run l10n)',
      () => {
        for (const [key, text] of Object.entries(chatTexts(translateBy(language.bundle)))) {
          assert.equal(language.manifest[key], text);
        }
      },
    );
  }
});

describe('what models and logs read', () => {
  it('is not translated: guidance, log lines, and the command line', () => {
    for (const { file, source } of sourcesIn(ROOT).filter(
      ({ file: name }) =>
        name.endsWith('logLines.ts') ||
        // The window also shows what rows of agents say.
        (name.startsWith(join('src', 'node')) && !name.startsWith(join('src', 'node', 'agents'))),
    )) {
      visitCalls(source, (_, name) => assert.notEqual(name, 'translate', file));
    }
  });
});

interface Shown {
  readonly path: string;
  readonly field: string;
  readonly text: string;
}

/** Every text in package.json with its path and field; items of a list have the list's field. */
function* strings(value: unknown, path: string, field = ''): Generator<Shown> {
  if (typeof value === 'string') {
    yield { path, field, text: value };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      if (!['default', 'scripts', 'dependencies', 'devDependencies', 'enum', 'keywords'].includes(key)) {
        yield* strings(child, path === '' ? key : `${path}.${key}`, Array.isArray(value) ? field : key);
      }
    }
  }
}

function oneOf(...patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join('|')})$`);
}
