import { membersOf } from '../src/core/settings/readSettings';
import { ENGINE_ROWS, OBJECTS } from '../src/core/settings/table';
import type { Value } from '../src/core/settings/values';

const COLUMNS = 120;

/** The fields of the library's `Settings` as commented TypeScript: all settings. */
export function librarySettings(): string {
  return fields('', '  ');
}

function fields(prefix: string, indent: string): string {
  return membersOf(ENGINE_ROWS, prefix)
    .map((member) => {
      const name = `${prefix}${member}`;
      const value = ENGINE_ROWS.find((row) => row.name === name)?.value;
      const description = (OBJECTS[name] ?? value?.description ?? '').replace(/`#toolLoopGuard\.([^`#]+)#`/g, '`$1`');
      const members = fields(`${name}.`, `${indent}${value === undefined ? '  ' : '      '}`);
      const sentences = [description, ...(value === undefined ? [] : [limits(value)])].filter((each) => each !== '');
      return `${comment(sentences.join(' '), indent)}\n${field(member, value, members, indent)}`;
    })
    .join('\n');
}

function field(member: string, value: Value | undefined, members: string, indent: string): string {
  if (value === undefined) {
    return `${indent}readonly ${member}?: {\n${members}\n${indent}};`;
  }
  const types = typesOf(member, value);
  const line = `${indent}readonly ${member}?: ${types.join(' | ')};`;
  if (members === '' && line.length <= COLUMNS) {
    return line;
  }
  const all = members === '' ? types : [...types, `{\n${members}\n${indent}    }`];
  return [`${indent}readonly ${member}?:`, ...all.map((type) => `${indent}  | ${type}`)].join('\n') + ';';
}

function typesOf(member: string, value: Value): string[] {
  switch (value.kind) {
    case 'switch':
      return ['boolean'];
    case 'choice':
      return Object.keys(value.words).map((word) => `'${word}'`);
    case 'list':
      return [member === 'detectors' ? "readonly Finding['detector'][]" : 'readonly Action[]'];
    default:
      return ['number'];
  }
}

function limits(value: Value): string {
  if (value.kind === 'list') {
    return '';
  }
  const usual = typeof value.default === 'string' ? `\`${value.default}\`` : JSON.stringify(value.default);
  if (value.kind !== 'count' && value.kind !== 'number') {
    return `Default: ${usual}.`;
  }
  const zero = value.kind === 'count' && value.orNever === true ? '0, or from' : 'From';
  return `${zero} ${value.least} to ${value.most}; default: ${usual}.`;
}

function comment(text: string, indent: string): string {
  const single = `${indent}/** ${text} */`;
  if (single.length <= COLUMNS) {
    return single;
  }
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (indent.length + ' * '.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    }
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n');
}
