import {
  DETECTOR_IDS,
  DETECTOR_SETTINGS,
  type DetectorId,
  type DetectorKey,
  detectorOf,
  RULES,
} from '../../engine/rules/registry';
import { choice, count, onOff } from '../../engine/rules/setting';
import type { EngineSettings } from '../../engine/rules/settings';
import type { Translate } from '../words/language';
import { MESSAGE_NAMES, type MessageName, PLACEHOLDERS, unknownPlaceholders } from '../words/messages';
import { ACTIONS, MODE } from './mode';
import { PRESET, type PresetName } from './presets';
import type { NamedValue, Value } from './values';

export const SECTION = 'toolLoopGuard';

export interface TierSettings extends EngineSettings {
  readonly preset: PresetName;
}

export type EngineKey = keyof TierSettings;

export type EngineValues = Partial<Omit<TierSettings, 'detectors'>> & {
  /** A list names all that are on; switches leave the others as they are. */
  readonly detectors?: readonly DetectorId[] | DetectorSwitches;
};

export type DetectorSwitches = Readonly<Partial<Record<DetectorId, boolean>>>;

export interface ToolSettings extends EngineValues {
  readonly exempt?: boolean;
  readonly operationField?: string;
  readonly ignoredArguments?: readonly string[];
  readonly alwaysAllowed?: boolean;
}

/** Section of the Settings editor; it shows `main` at once. */
export type Group = 'main' | 'limits' | 'models' | 'messages' | 'privacy';

export interface Row extends NamedValue {
  /** Its name in the engine, if the engine uses it. */
  readonly key?: EngineKey;
  readonly environment?: string;
  readonly group?: Group;
  /** Read, but shown nowhere. */
  readonly isHidden?: boolean;
  /** A workspace can't set it. */
  readonly isPersonal?: boolean;
}

const row = (name: string, value: Value, more: Omit<Row, 'name' | 'value'> = {}): Row => ({ name, value, ...more });

const names = (description: string): Value => ({ kind: 'list', default: [], description });

const record = (description: string, rows: readonly NamedValue[]): Value => ({
  kind: 'record',
  default: {},
  description,
  rows,
});

/** Names that other guards use for limits. */
const LIMIT_ALIASES: Partial<Record<DetectorKey, readonly string[]>> = {
  maxSimilar: ['maxSimilar'],
  maxPatternRepetitions: ['minPatternRepetitions'],
};

/** A detector's first limit has the detector's name. `maxRepeats` is a setting of its own. */
const LIMITS = RULES.filter(
  ({ limit }, index) => limit !== 'maxRepeats' && RULES.findIndex((rule) => rule.limit === limit) === index,
).map(({ id, detector, limit }) => {
  const isFirst = RULES.find((rule) => rule.detector === detector)?.id === id;
  return engineRow(`detectors.${isFirst ? detector : id}.limit`, limit, LIMIT_ALIASES[limit]);
});

const MATCHING = [
  engineRow('matching.minPatternLength', 'minPatternLength', ['minPatternLength']),
  engineRow('matching.maxPatternLength', 'maxPatternLength', ['maxPatternLength']),
  engineRow('matching.similarityAlgorithm', 'similarityAlgorithm', ['similarity.algorithm']),
  engineRow('matching.similarityThreshold', 'similarityThreshold', ['similarityThreshold', 'similarity.threshold']),
  engineRow('matching.normalizeWhitespace', 'normalizeWhitespace', ['similarity.normalizeWhitespace']),
  engineRow('matching.ignoreCase', 'ignoreCase', ['similarity.ignoreCase']),
  row(
    'matching.windowSize',
    // Room for three passes of the longest cycle and as many other calls.
    count(40, 'Number of recent answers whose calls are compared. At least four times `#toolLoopGuard.maxRepeats#`.', {
      least: 5,
      most: 1000,
    }),
    { key: 'windowSize', aliases: ['windowSize'] },
  ),
];

/** A chat, a tool, and a model can override each of these. */
export const ENGINE_ROWS: readonly Row[] = [
  row('enabled', onOff(true, 'Detect and stop tool call loops.'), {
    key: 'enabled',
    aliases: ['detection', 'toolLoop'],
    environment: 'TOOL_LOOP_DETECTION_ENABLED',
    group: 'main',
  }),
  row('mode', MODE, { key: 'mode', environment: 'TOOL_LOOP_MODE', group: 'main' }),
  row('maxRepeats', DETECTOR_SETTINGS.maxRepeats, {
    key: 'maxRepeats',
    aliases: ['repeats'],
    environment: 'TOOL_LOOP_MAX_REPEATS',
    group: 'main',
  }),
  row('preset', PRESET, { key: 'preset', group: 'main' }),
  row(
    'ttlSeconds',
    count(120, 'Time window in seconds: a repeat counts if it comes within this time after the call before it.', {
      least: 1,
      most: 86_400,
    }),
    { key: 'ttlSeconds', aliases: ['ttl'], environment: 'TOOL_LOOP_TTL_SECONDS' },
  ),
  row('actions', ACTIONS, { key: 'actions' }),
  row(
    'detectors',
    {
      kind: 'list',
      default: DETECTOR_IDS,
      description:
        'Kinds of loops to detect, with their limits. `false` turns a kind off. Example: `{"similar": false, ' +
        '"stall": {"limit": 6}}`. A list names the kinds that are on. `repeat` warns one ' +
        'call before its limit, `cycle` one round before, all others when they reach it.',
      of: choice<string>(
        DETECTOR_IDS[0],
        '',
        Object.fromEntries(DETECTOR_IDS.map((id) => [id, detectorOf(id).texts.option])),
      ),
    },
    { key: 'detectors' },
  ),
  ...DETECTOR_IDS.map((id) => row(`detectors.${id}`, onOff(true, detectorOf(id).texts.option))),
  ...LIMITS,
  ...MATCHING,
];

const TOOL_ROWS = [
  row('exempt', onOff(false, 'Never check this tool.')),
  row('operationField', {
    kind: 'text',
    default: '',
    most: 200,
    description:
      'For a multi-purpose tool: the argument that selects the operation, so that `plan:create` and `plan:update` ' +
      'are counted separately.',
  }),
  row(
    'ignoredArguments',
    names(
      'Arguments to ignore when comparing calls, such as explanations for you and time limits. The most specific ' +
        'name applies. An empty list compares every argument.',
    ),
  ),
  row(
    'alwaysAllowed',
    onOff(false, 'The tool still runs after a stop, so that the agent can finish or ask you a question.'),
  ),
];

/** For a limit or a price that is off unless set. */
const NONE = Number.NaN;

const budgetRows = (of: string): Row[] => {
  const bounded = (least: number, most: number): { least: number; most: number } => ({ least, most });
  return [
    row(`${of}.calls`, count(NONE, '', bounded(1, 100_000))),
    row(`${of}.minutes`, { kind: 'number', default: NONE, ...bounded(1, 10_000), description: '' }),
    row(`${of}.subAgents`, count(NONE, '', bounded(0, 1000))),
    row(`${of}.tokens`, count(NONE, '', bounded(1000, 10_000_000_000))),
  ];
};

const dollars = (what: string): Value => ({
  kind: 'number',
  default: NONE,
  least: 0,
  most: 100_000,
  description: `Dollars per million ${what}.`,
});

const ADDRESS = 'http://localhost:4318';

/** In the order of the Settings editor. Everything else about settings derives from this table. */
export const ROWS: readonly Row[] = [
  ...ENGINE_ROWS,
  row(
    'detectors.text',
    onOff(true, 'The same passage again and again in an answer, in guarded models and `@loopguard`.'),
  ),
  row(
    'detectors.text.limit',
    count(5, 'Number of back-to-back repetitions of a passage that ends an answer. Short passages need more.', {
      most: 100,
    }),
  ),
  row(
    'excludedTools',
    names(
      'Tools that are never checked, by name or glob. Example: `["mcp_monitor_*"]`. For one operation of a tool, use ' +
        '`tool:operation`.',
    ),
    { group: 'main' },
  ),
  ...budgetRows('budget.perMessage'),
  ...budgetRows('budget.perConversation'),
  row(
    'budget.unattended',
    choice<string>('stop', 'What to do where nobody can answer, such as on the command line.', {
      warn: 'Warn and let the agent continue. The next warning comes at twice the limit.',
      stop: 'Stop the agent.',
    }),
    { group: 'main' },
  ),
  row(
    'tools',
    record(
      'Settings for individual tools, by tool name or glob such as `read_*`. For one operation of a tool, use ' +
        '`tool:operation`. Example: `{"plan": {"operationField": "operation"}, "plan:create": {"maxRepeats": 6}}`.',
      [...ENGINE_ROWS, ...TOOL_ROWS],
    ),
    { aliases: ['toolOverrides', 'perTool'] },
  ),
  row(
    'adaptive',
    onOff(
      false,
      'Adjust a tool’s limit automatically when you mark a stop as *Not a loop* (up to twice the default) or a ' +
        'warning as *This was a loop* (down to half). The change is made in your `tools`, and you can undo it.',
    ),
  ),
  row(
    'guardedModels',
    names(
      'Models to also offer as "… (guarded)" in the model picker, by `vendor/family` or `vendor/id`. Globs such ' +
        'as `copilot/*` work too; `["*"]` means all. Every agent or extension that uses a guarded model is ' +
        'guarded.',
    ),
    { group: 'models' },
  ),
  row(
    'modelOverrides',
    record(
      'Settings for individual models, by `vendor/family` or `vendor/id`. Globs such as `copilot/gpt-*` work too.',
      ENGINE_ROWS,
    ),
    { group: 'models' },
  ),
  row(
    'prices',
    record(
      'What models cost, in dollars per million tokens, so that *Scan My Sessions* can show what loops cost. Keys ' +
        'are model IDs or globs. Example: `{"claude-sonnet-*": {"input": 3, "cachedInput": 0.3, "output": 15}}`.',
      [
        row('input', dollars('input tokens')),
        row('cachedInput', dollars('input tokens that were read from a cache')),
        row('output', dollars('output tokens')),
      ],
    ),
    { group: 'models' },
  ),
  ...MESSAGE_NAMES.map((name) =>
    row(`messages.${name}`, ownText(name), { aliases: [`errorMessages.${name}`], group: 'messages' }),
  ),
  row(
    'onStop',
    {
      kind: 'text',
      default: '',
      most: 2000,
      description:
        'A command line that runs when an agent is stopped, such as `ntfy publish my-topic "$TOOL_LOOP_TEXT"`. It ' +
        'gets `TOOL_LOOP_AGENT`, `TOOL_LOOP_CHAT`, `TOOL_LOOP_KIND`, `TOOL_LOOP_TOOL`, `TOOL_LOOP_COUNT`, and ' +
        '`TOOL_LOOP_TEXT` in its environment, and never the arguments of a call. It is ended after 10 seconds.',
    },
    { isPersonal: true, group: 'messages' },
  ),
  row(
    'telemetry',
    {
      kind: 'text',
      default: 'off',
      most: 1000,
      description:
        'Send counts of calls and loops as OpenTelemetry metrics to a server of your own: its address, such as ' +
        `\`${ADDRESS}\`, or \`otlp\` to use \`OTEL_EXPORTER_OTLP_ENDPOINT\`. Sends names of tools and models, ` +
        'and never any text. `{"endpoint": "otlp", "events": true}` also sends an event for each detection, with the ' +
        'ID of its session. Nothing is sent to the makers of this extension.',
      isValid: (text) => /^(?:off|otlp|https?:\/\/[^\s/]\S*)$/.test(text),
      allowed: (translate: Translate) => translate('off, otlp, or an address such as {address}', { address: ADDRESS }),
    },
    { aliases: ['telemetry.endpoint'], environment: 'TOOL_LOOP_TELEMETRY', isPersonal: true, group: 'privacy' },
  ),
  row(
    'telemetry.events',
    onOff(false, 'Also send an event for each detection, so that a collector can join it with the agent’s own traces.'),
    { isPersonal: true, group: 'privacy' },
  ),
  row('agentHost', onOff(true, 'Stop single Copilot chats, and check Codex chats, through VS Code’s Agent Host.'), {
    isHidden: true,
  }),
];

export const OBJECTS: Readonly<Record<string, string>> = {
  matching: 'What counts as a similar call, and as a cycle. Example: `{"ignoreCase": false}`.',
  budget:
    'Ask before an agent uses more than this many calls, minutes, subagents, or tokens. Example: ' +
    '`{"perMessage": {"calls": 100, "minutes": 30, "subAgents": 5, "tokens": 2000000}}`. Where nobody can answer, ' +
    'the agent is stopped.',
  'budget.perMessage': 'Limits since your latest message: calls, minutes, subagents, tokens.',
  'budget.perConversation': 'Limits for the whole chat: calls, minutes, subagents, tokens.',
  messages: 'Your own texts instead of the default messages. Example: `{"guidance": "Ask me before you go on."}`.',
};

export const DEFAULTS = Object.fromEntries(
  ENGINE_ROWS.flatMap(({ key, value }) => (key === undefined ? [] : [[key, value.default]])),
) as unknown as TierSettings;

export const ENGINE_KEYS = Object.keys(DEFAULTS) as EngineKey[];

export function rowOf(key: EngineKey): Row {
  return ENGINE_ROWS.find((each) => each.key === key) as Row;
}

/** `matching` for `matching.windowSize`. */
export function topOf(name: string): string {
  return name.split('.', 1)[0] as string;
}

export const TOP_NAMES: readonly string[] = [...new Set(ROWS.map(({ name }) => topOf(name)))];

function engineRow(name: string, key: DetectorKey, aliases: readonly string[] = []): Row {
  return row(name, DETECTOR_SETTINGS[key], { key, aliases });
}

function ownText(name: MessageName): Value {
  const shown: Record<MessageName, string> = {
    block: 'shown when an agent is stopped',
    warning: 'shown when a repeated call was allowed',
    guidance: 'the model reads instead of a result when it gets a second chance',
  };
  const placeholders = PLACEHOLDERS.map((each) => `{${each}}`).join(', ');
  return {
    kind: 'text',
    default: '',
    most: 2000,
    description: `Custom message ${shown[name]}. Placeholders: ${placeholders}. Leave empty for the default.`,
    isValid: (text) => unknownPlaceholders(text).length === 0,
    allowed: (translate) =>
      translate('a text of at most {count} characters, with no other placeholders than {placeholders}', {
        count: 2000,
        placeholders,
      }),
  };
}
