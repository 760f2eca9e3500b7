import { readFileSync, writeFileSync } from 'node:fs';
import { commandTable } from '../src/core/chat/answer';
import { COMMANDS } from '../src/core/chat/command';
import { inEnglish, type Translate } from '../src/core/words/language';
import {
  configurationManifest,
  type ManifestTexts,
  restrictedConfigurations,
  settingsTable,
} from '../src/core/settings/manifest';

/** Texts of files that are partly derived from the code. */
export interface DerivedFiles {
  readonly manifest: string;
  readonly readme: string;
  /** package.nls.json. */
  readonly texts: string;
}

/** Keys of package.nls.json that this script writes; all others are written by hand. */
const DERIVED_KEY = /^(?:setting|settings|chat)\./;

/** Fills the derived parts of the given package.json, README and package.nls.json. */
export function derive({ manifest, readme, texts }: DerivedFiles): DerivedFiles {
  const parsed = JSON.parse(manifest) as {
    contributes: { configuration: unknown; chatParticipants: { commands: unknown }[] };
    capabilities: { untrustedWorkspaces: { restrictedConfigurations: unknown } };
  };
  const configuration = configurationManifest();
  parsed.contributes.configuration = configuration.sections;
  parsed.capabilities.untrustedWorkspaces.restrictedConfigurations = restrictedConfigurations();
  for (const participant of parsed.contributes.chatParticipants) {
    participant.commands = COMMANDS.map(({ name }) => ({ name, description: `%${chatKey(name)}%` }));
  }
  const byHand = Object.entries(JSON.parse(texts) as ManifestTexts).filter(([key]) => !DERIVED_KEY.test(key));
  return {
    manifest: toJson(parsed),
    readme: fill(fill(readme, 'settings', settingsTable()), 'commands', commandTable(COMMANDS)),
    texts: toJson({ ...Object.fromEntries(byHand), ...chatTexts(inEnglish), ...configuration.texts }),
  };
}

/** What the chat shows of each slash command, by its key in package.nls.json. */
export function chatTexts(translate: Translate): ManifestTexts {
  return Object.fromEntries(
    COMMANDS.map(({ name, sample, description }) => [
      chatKey(name),
      `${description(translate)}${sample === '' ? '' : ` (${sample})`}`,
    ]),
  );
}

const chatKey = (name: string): string => `chat.${name}`;

/** JSON as this repository writes it. */
export function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function fill(text: string, name: string, content: string): string {
  const start = `<!-- ${name}:start -->`;
  const end = `<!-- ${name}:end -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from) {
    throw new Error(`README.md has no place for "${name}".`);
  }
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}

if (process.argv[1]?.endsWith('manifest.ts') === true) {
  const read = (name: string): string => readFileSync(name, 'utf8');
  const { manifest, readme, texts } = derive({
    manifest: read('package.json'),
    readme: read('README.md'),
    texts: read('package.nls.json'),
  });
  writeFileSync('package.json', manifest);
  writeFileSync('README.md', readme);
  writeFileSync('package.nls.json', texts);
}
