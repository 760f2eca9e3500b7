import { membersOf } from '../src/core/settings/readSettings';
import { SECTION, type Group, OBJECTS, ROWS, topOf } from '../src/core/settings/table';
import type { ChoiceValue, NamedValue, Value } from '../src/core/settings/values';

export type ManifestTexts = Readonly<Record<string, string>>;

type Schema = Readonly<Record<string, unknown>>;

/** Groups in the Settings editor; undefined: under the product's name, which VS Code shows first. */
const GROUPS: Readonly<Record<Group, string | undefined>> = {
  main: undefined,
  limits: 'Limits',
  models: 'Models',
  messages: 'Messages',
  privacy: 'Privacy',
};

const SHOWN = membersOf(
  ROWS.filter(({ isHidden }) => isHidden !== true),
  '',
).toSorted((one, other) => Number(groupOf(other) === 'main') - Number(groupOf(one) === 'main'));

/** For package.json, the most important settings first. @throws if one key would have two texts */
export function configurationManifest(): { readonly sections: readonly object[]; readonly texts: ManifestTexts } {
  const texts = new Map<string, string>();
  const keyed = (key: string, text: string): string => {
    if ((texts.get(key) ?? text) !== text) {
      throw new Error(`${key} would stand for two texts`);
    }
    texts.set(key, text);
    return `%${key}%`;
  };
  const sections = Object.entries(GROUPS).map(([group, title], order) => ({
    title: title === undefined ? '%displayName%' : keyed(`settings.${group}`, title),
    order,
    properties: Object.fromEntries(
      SHOWN.filter((name) => groupOf(name) === group).map((name) => [
        `${SECTION}.${name}`,
        {
          default: {},
          ...schemaOf(name, ROWS, keyed),
          scope: ROWS.some((row) => row.name === name && row.isPersonal === true) ? 'machine' : 'resource',
          ...(group === 'main' ? {} : { tags: ['advanced'] }),
          order: SHOWN.indexOf(name),
        },
      ]),
    ),
  }));
  return { sections, texts: Object.fromEntries(texts) };
}

type Keyed = (key: string, text: string) => string;

/** The allowed values of a setting, or of its member: a value, an object with members, or either. */
function schemaOf(name: string, rows: readonly NamedValue[], keyed: Keyed): Schema {
  const row = rows.find((each) => each.name === name);
  const aliases = row?.aliases?.filter((alias) => alias.startsWith(`${name}.`)) ?? [];
  const members = membersOf(rows, `${name}.`);
  const { type, ...value } = row === undefined ? {} : valueSchema(name, row.value, keyed);
  const description = OBJECTS[name] ?? row?.value.description ?? '';
  const text =
    description === ''
      ? {}
      : { [description.includes('`') ? 'markdownDescription' : 'description']: keyed(`setting.${name}`, description) };
  const isSet = row !== undefined && !Number.isNaN(row.value.default);
  return {
    type: members.length === 0 ? type : type === undefined ? 'object' : [type, 'object'],
    ...text,
    ...value,
    ...(isSet ? { default: row.value.default } : {}),
    ...(members.length === 0
      ? {}
      : {
          properties: {
            ...Object.fromEntries(aliases.map((alias) => [alias.slice(name.length + 1), { type }])),
            ...Object.fromEntries(members.map((member) => [member, schemaOf(`${name}.${member}`, rows, keyed)])),
          },
          additionalProperties: false,
        }),
  };
}

function valueSchema(name: string, value: Value, keyed: Keyed): Schema {
  switch (value.kind) {
    case 'switch':
      return { type: 'boolean' };
    case 'count':
    case 'number': {
      const minimum = value.kind === 'count' && value.orNever === true ? 0 : value.least;
      return { type: value.kind === 'count' ? 'integer' : 'number', minimum, maximum: value.most };
    }
    case 'choice':
      return choiceSchema(name, value, keyed);
    case 'text':
      return { type: 'string', maxLength: value.most };
    case 'list': {
      const items = value.of === undefined ? { type: 'string', minLength: 1 } : choiceSchema(name, value.of, keyed);
      return { type: 'array', items, ...(value.most === undefined ? {} : { maxItems: value.most }) };
    }
    case 'record': {
      const properties = membersOf(value.rows, '').map((member) => [member, schemaOf(member, value.rows, keyed)]);
      return {
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: Object.fromEntries(properties) as object,
          additionalProperties: false,
        },
      };
    }
  }
}

function choiceSchema(
  name: string,
  { words, labels, offered = Object.keys(words) }: ChoiceValue,
  keyed: Keyed,
): Schema {
  const key = (word: string): string => `setting.${name}.${word}`;
  return {
    type: 'string',
    enum: offered,
    enumDescriptions: offered.map((word) => keyed(key(word), words[word] ?? '')),
    ...(labels === undefined
      ? {}
      : { enumItemLabels: offered.map((word) => keyed(`${key(word)}.label`, labels[word] ?? word)) }),
  };
}

function groupOf(name: string): Group {
  return ROWS.find((row) => topOf(row.name) === name && row.group !== undefined)?.group ?? 'limits';
}

/** Settings that the folder of an untrusted workspace must not change, because each could weaken the guard. */
export function restrictedConfigurations(): string[] {
  return SHOWN.map((name) => `${SECTION}.${name}`);
}

/** For the documents: all settings, the kinds of loops, and the members of the other objects. */
export function settingsTables(): string {
  const settings = SHOWN.map((name) => {
    const row = ROWS.find((each) => each.name === name);
    const { environment } = row ?? {};
    return [
      code(name),
      text(name, row),
      code(row?.value.default ?? {}),
      environment === undefined ? '' : code(environment),
    ];
  });
  const toolRows = ROWS.flatMap(({ name, value }) =>
    name === 'tools' && value.kind === 'record' ? value.rows.filter((row) => !ROWS.some((each) => each === row)) : [],
  );
  const members = [
    ...ROWS.filter(({ name }) => /^(?:matching|messages)\./.test(name)).map((row) => [row.name, row] as const),
    ...toolRows.map((row) => [`tools[…].${row.name}`, row] as const),
  ].map(([name, row]) => [code(name), text('', row), code(row.value.default)]);
  return [
    table(['Setting', 'What it does', 'Default', 'Environment'], settings),
    table(['Member', 'What it does', 'Default'], members),
  ].join('\n\n');
}

/** The first sentence of a setting's description, which the Settings editor shows in full. */
function text(name: string, row: NamedValue | undefined): string {
  const description = OBJECTS[name] ?? row?.value.description ?? '';
  const [sentence] = /^[^]*?\.(?= |$)/.exec(description) ?? [description];
  return sentence.replace(/`#toolLoopGuard\.([^`#]+)#`/g, '`$1`');
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
    .replaceAll('’', "'");
}
