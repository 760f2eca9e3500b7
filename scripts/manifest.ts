import { readFileSync, writeFileSync } from 'node:fs';
import { commandTable } from '../src/core/chat/answer';
import { COMMANDS } from '../src/core/chat/command';
import { configurationSection, restrictedConfigurations, settingsTable } from '../src/core/settings/manifest';

/** What package.json and README must say, derived from the code. */
export interface DerivedFiles {
  readonly manifest: string;
  readonly readme: string;
}

/** Fills the derived parts of the given package.json and README texts. */
export function derive(manifest: string, readme: string): DerivedFiles {
  const parsed = JSON.parse(manifest) as {
    contributes: { configuration: unknown; chatParticipants: { commands: unknown }[] };
    capabilities: { untrustedWorkspaces: { restrictedConfigurations: unknown } };
  };
  parsed.contributes.configuration = configurationSection();
  parsed.capabilities.untrustedWorkspaces.restrictedConfigurations = restrictedConfigurations();
  for (const participant of parsed.contributes.chatParticipants) {
    participant.commands = COMMANDS.map(({ name, sample, description }) => ({ name, description: `${description}${sample === '' ? '' : ` (${sample})`}` }));
  }
  return {
    manifest: `${JSON.stringify(parsed, undefined, 2)}\n`,
    readme: fill(fill(readme, 'settings', settingsTable()), 'commands', commandTable(COMMANDS)),
  };
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
  const { manifest, readme } = derive(readFileSync('package.json', 'utf8'), readFileSync('README.md', 'utf8'));
  writeFileSync('package.json', manifest);
  writeFileSync('README.md', readme);
}
