import type { ConversationStatus, Guard } from '../guard';
import type { Translate } from '../language';
import type { Configuration, Origin } from '../settings/configuration';
import { environmentVariable } from '../settings/engineText';
import { ENGINE_KEYS, type EngineKey, type EngineSettings } from '../settings/schema';
import { shortSignature } from '../signatureText';
import { breakText } from '../words';
import { type ChatCommand, chatName, type CommandDescription, COMMANDS } from './command';

/**
 * Carries out a chat command on one conversation.
 * @param metricsLines what the status adds to its counts
 * @returns the answer, as Markdown
 */
export function answerCommand(
  command: ChatCommand,
  guard: Guard,
  conversationId: string,
  configuration: Configuration,
  translate: Translate,
  metricsLines: readonly string[] = [],
): string {
  switch (command.kind) {
    case 'set':
      for (const key of ENGINE_KEYS) {
        const value = command.values[key];
        if (value !== undefined) {
          guard.setOverride(conversationId, key, value);
        }
      }
      return confirmation(Object.keys(command.values) as EngineKey[], guard.status(conversationId));
    case 'unset':
      for (const key of command.keys) {
        guard.unsetOverride(conversationId, key);
      }
      return confirmation(command.keys, guard.status(conversationId));
    case 'status':
      return statusText(guard.status(conversationId), configuration, translate, metricsLines);
    case 'why':
      return whyText(guard.status(conversationId), translate);
    case 'reset':
      guard.reset(conversationId);
      return 'The count of this conversation starts again. A stopped agent may go on.';
    case 'help':
      return HELP;
    case 'invalid':
      return command.message;
  }
}

/** The settings that are always shown one by one: the four of seed 000. */
const MAIN_KEYS: readonly EngineKey[] = ['enabled', 'maxRepeats', 'ttlSeconds', 'mode'];

/**
 * The effective value of every setting with its origin, and the counts, as Markdown. A chat is narrow: what
 * stands at its default is told in one paragraph.
 */
export function statusText(status: ConversationStatus, { problems, hazards }: Configuration, translate: Translate, metricsLines: readonly string[] = []): string {
  const { effective, counts } = status;
  const isShown = (key: EngineKey): boolean => MAIN_KEYS.includes(key) || effective.origins[key].kind !== 'default';
  const rest = ENGINE_KEYS.filter((key) => !isShown(key)).map((key) => `\`${chatName(key)}\` ${valueText(effective.values[key])}`);
  const lines = [
    `**Tool Loop Guard** is ${effective.values.enabled ? 'watching this conversation' : 'off in this conversation'}.`,
    '',
    ...ENGINE_KEYS.filter(isShown).map((key) => valueLine(key, status)),
  ];
  lines.push('', `At their defaults: ${rest.join(', ')}.`);
  lines.push(
    '',
    `Calls checked: ${counts.calls} · in the window: ${status.callsInWindow} · warnings: ${counts.warnings} · chances: ${counts.chances} · stops: ${counts.breaks} · mitigated: ${counts.mitigations}`,
    ...metricsLines.flatMap((line) => ['', line]),
    '',
    `Model: ${status.model === undefined ? 'unknown' : `\`${status.model.vendor}/${status.model.id}\``}`,
  );
  if (status.stopped !== undefined) {
    lines.push('', `**Stopped:** ${breakText(status.stopped, translate)} Send a message, or use \`/tool-loop-reset\`, to go on.`);
  }
  if (problems.length > 0) {
    lines.push('', '**Settings that cannot be used:**', ...problems.map(({ message }) => `- ${message}`));
  }
  if (hazards.length > 0) {
    lines.push('', '**Settings that are hardly meant:**', ...hazards.map((hazard) => `- ${hazard}`));
  }
  return lines.join('\n');
}

/** Why the run was ended, what repeated, and how to go on, as Markdown. */
export function whyText({ stopped }: ConversationStatus, translate: Translate): string {
  if (stopped === undefined) {
    return 'Nothing is stopped in this conversation.';
  }
  const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``;
  return [
    breakText(stopped, translate),
    '',
    `- Call: ${code(shortSignature(stopped.tool, stopped.arguments))}`,
    `- Rule: ${code(stopped.finding.detector)}, counted ${stopped.finding.count}, limit ${stopped.finding.threshold}`,
    '',
    'The agent may go on after your next message, or after `/tool-loop-reset`.',
  ].join('\n');
}

/** Where a value comes from, in words. */
export function originText(origin: Origin, key: EngineKey): string {
  switch (origin.kind) {
    case 'conversation':
      return 'chat command';
    case 'tool':
      return `toolOverrides \`${origin.pattern}\``;
    case 'model':
      return `modelOverrides \`${origin.pattern}\``;
    case 'workspaceFolder':
      return 'folder settings';
    case 'workspace':
      return 'workspace settings';
    case 'user':
      return 'user settings';
    case 'environment':
      return `environment \`${environmentVariable(key)}\``;
    case 'default':
      return 'default';
    case 'preset':
      return `preset \`${origin.name}\` (${originText(origin.of, 'preset')})`;
  }
}

/** The slash commands as a Markdown table. */
export function commandTable(commands: readonly CommandDescription[]): string {
  const row = ({ name, sample, description }: CommandDescription): string =>
    `| \`/${[name, sample].join(' ').trim().replaceAll('|', '\\|')}\` | ${description} |`;
  return ['| Command | What it does |', '| --- | --- |', ...commands.map(row)].join('\n');
}

function valueText(value: EngineSettings[EngineKey]): string {
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value);
}

function confirmation(keys: readonly EngineKey[], status: ConversationStatus): string {
  return ['In this conversation:', ...keys.map((key) => valueLine(key, status))].join('\n');
}

function valueLine(key: EngineKey, { effective }: ConversationStatus): string {
  return `- \`${chatName(key)}\` is \`${valueText(effective.values[key])}\` (${originText(effective.origins[key], key)})`;
}

const HELP = `**Tool Loop Guard** watches the tool calls of this conversation and stops loops.

${commandTable(COMMANDS)}

All of them act on this conversation only. \`!/set(tool-loop-mode=warn)\` and \`!/unset(tool-loop-mode)\` work too. \`@loopguard\` with any other text runs a guarded agent on it.`;
