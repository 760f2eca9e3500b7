import { readFileSync, writeFileSync } from 'node:fs';
import { CHAT_COMMANDS, commandText } from '../src/core/chat/slashCommands';
import { inEnglish, type Translate } from '../src/core/words/language';
import { librarySettings } from './librarySettings';
import { detectorTable, detectorType, limitTable } from './detectorTables';
import { fill } from './derivedPart';
import {
  configurationManifest,
  type ManifestTexts,
  restrictedConfigurations,
  settingsTables,
} from './settingsManifest';

/** Texts of files that are partly derived from the code; {@link DERIVED_FILES} contains their paths. */
export interface DerivedFiles {
  readonly manifest: string;
  readonly settings: string;
  readonly commands: string;
  readonly texts: string;
  readonly howItDecides: string;
  readonly engine: string;
  readonly api: string;
  readonly library: string;
}

export const DERIVED_FILES: Readonly<Record<keyof DerivedFiles, string>> = {
  manifest: 'package.json',
  settings: 'docs/settings.md',
  commands: 'docs/guide.md',
  texts: 'package.nls.json',
  howItDecides: 'docs/how-it-decides.md',
  engine: 'docs/contributing/engine.md',
  api: 'api/tool-loop-guard.d.ts',
  library: 'api/library/index.d.ts',
};

/** Keys of package.nls.json that this script writes; all others are handwritten. */
const DERIVED_KEY = /^(?:setting|settings|chat)\./;

const OFFERED_COMMANDS = CHAT_COMMANDS.filter(({ isOffered }) => isOffered);

/** The type of a detection's detector in the API. */
const API_DETECTOR = /(?<=^ {2}readonly detector:)[^;]+(?=;$)/m;

/** Marks the start and end of a derived part in the body of a TypeScript interface. */
const COMMENT_LINE = (text: string): string => `  // ${text}`;

export function readDerived(read: (name: string) => string): DerivedFiles {
  return Object.fromEntries(
    Object.entries(DERIVED_FILES).map(([key, name]) => [key, read(name)]),
  ) as unknown as DerivedFiles;
}

export function derive({
  manifest,
  settings,
  commands,
  texts,
  howItDecides,
  engine,
  api,
  library,
}: DerivedFiles): DerivedFiles {
  const parsed = JSON.parse(manifest) as {
    contributes: { configuration: unknown; chatParticipants: { commands: unknown }[] };
    capabilities: { untrustedWorkspaces: { restrictedConfigurations: unknown } };
  };
  const configuration = configurationManifest();
  parsed.contributes.configuration = configuration.sections;
  parsed.capabilities.untrustedWorkspaces.restrictedConfigurations = restrictedConfigurations();
  for (const participant of parsed.contributes.chatParticipants) {
    participant.commands = OFFERED_COMMANDS.map(({ name }) => ({ name, description: `%${chatKey(name)}%` }));
  }
  const byHand = Object.entries(JSON.parse(texts) as ManifestTexts).filter(([key]) => !DERIVED_KEY.test(key));
  return {
    manifest: toJson(parsed),
    settings: fill(settings, 'settings', settingsTables()),
    commands: fill(commands, 'commands', commandTable()),
    texts: toJson({ ...Object.fromEntries(byHand), ...chatTexts(inEnglish), ...configuration.texts }),
    howItDecides: fill(howItDecides, 'detectors', detectorTable()),
    engine: fill(engine, 'limits', limitTable()),
    api: api.replace(API_DETECTOR, detectorType()),
    library: fill(library.replace(API_DETECTOR, detectorType()), 'settings', librarySettings(), COMMENT_LINE),
  };
}

/** The chat's text for each slash command, by its key in package.nls.json. */
export function chatTexts(translate: Translate): ManifestTexts {
  return Object.fromEntries(
    OFFERED_COMMANDS.map((command) => [
      chatKey(command.name),
      `${commandText(command, translate)}${command.sample === '' ? '' : ` (${command.sample})`}`,
    ]),
  );
}

const chatKey = (name: string): string => `chat.${name}`;

function commandTable(): string {
  const rows = CHAT_COMMANDS.map((command) => {
    const typed = `/${command.name} ${command.sample}`.trim().replaceAll('|', '\\|');
    return `| \`${typed}\` | ${commandText(command, inEnglish)} |`;
  });
  return ['| Command | What it does |', '| --- | --- |', ...rows].join('\n');
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

if (process.argv[1]?.endsWith('manifest.ts') === true) {
  const derived = derive(readDerived((name) => readFileSync(name, 'utf8')));
  for (const [key, name] of Object.entries(DERIVED_FILES)) {
    writeFileSync(name, derived[key as keyof DerivedFiles]);
  }
}
