import { DETECTOR_IDS, DETECTOR_SETTINGS } from '../src/engine/rules/registry';
import type { Setting } from '../src/engine/rules/setting';
import { GENERAL_SETTINGS } from '../src/library/settings';

const COLUMNS = 120;
const INDENT = '  ';

/** The fields of the library's `Settings`, as TypeScript with a comment each: all settings there are. */
export function librarySettings(): string {
  return [
    field('actions', 'readonly Action[]', [
      'Escalation: what to do at the first certain loop of a conversation, the second, and so on. Overrides `mode`;',
      'the last stays. Default: none.',
    ]),
    field('detectors', "readonly Finding['detector'][]", [
      'The kinds of loops to detect. Default:',
      `${DETECTOR_IDS.map((id) => `\`${id}\``).join(', ')}.`,
    ]),
    ...Object.entries({ ...GENERAL_SETTINGS, ...DETECTOR_SETTINGS }).map(([name, setting]: [string, Setting]) =>
      field(name, typeOf(setting), [
        setting.description.replace(/`#toolLoopGuard\.([^`#]+)#`/g, '`$1`'),
        limits(setting),
      ]),
    ),
  ].join('\n');
}

function typeOf(setting: Setting): string {
  switch (setting.kind) {
    case 'switch':
      return 'boolean';
    case 'choice':
      return Object.keys(setting.words)
        .map((word) => `'${word}'`)
        .join(' | ');
    default:
      return 'number';
  }
}

function limits(setting: Setting): string {
  const value = typeof setting.default === 'string' ? `\`${setting.default}\`` : String(setting.default);
  if (setting.kind !== 'count' && setting.kind !== 'number') {
    return `Default: ${value}.`;
  }
  const zero = setting.kind === 'count' && setting.orNever === true ? '0, or from' : 'From';
  return `${zero} ${setting.least} to ${setting.most}; default: ${value}.`;
}

function field(name: string, type: string, sentences: readonly string[]): string {
  return `${comment(sentences.join(' '))}\n${INDENT}readonly ${name}?: ${type};`;
}

function comment(text: string): string {
  const single = `${INDENT}/** ${text} */`;
  if (single.length <= COLUMNS) {
    return single;
  }
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (INDENT.length + ' * '.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    }
  }
  return [`${INDENT}/**`, ...lines.map((line) => `${INDENT} * ${line}`), `${INDENT} */`].join('\n');
}
