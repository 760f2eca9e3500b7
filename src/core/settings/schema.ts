import * as z from 'zod';
import { recommended } from '../../engine/detectors/recommended';
import type { Action, Mode, SettingKey } from '../../engine/settings';
import { PLACEHOLDERS } from '../words/messages';
import {
  MODE_DESCRIPTIONS,
  MODE_SPELLINGS,
  type ModeSpelling,
  ACTION_DESCRIPTIONS,
  ACTION_SPELLINGS,
  type ActionSpelling,
} from './mode';
import { PRESET_DESCRIPTIONS, PRESET_NAMES } from './presetNames';

// Otherwise zod makes programs out of schemas with `new Function`; nothing here runs a text.
z.config({ jitless: true });

const { repeat, cycle, similar, stall } = recommended.detectors;

const count = (description: string, value: number, most = 1000): z.ZodInt =>
  z.int().min(2).max(most).meta({ description, default: value });

const spellings = <Name extends string>(table: Record<Name, unknown>): [Name, ...Name[]] =>
  Object.keys(table) as [Name, ...Name[]];

/**
 * The settings that every tier may carry: chat command, tool, model, settings.json, environment, default.
 * This is the only list of them. `meta.environment` names the variable of the environment tier.
 */
export const engineSchema = z.object({
  enabled: z
    .boolean()
    .meta({ description: 'Watch tool calls for loops.', environment: 'TOOL_LOOP_DETECTION_ENABLED', default: true }),
  maxRepeats: count(
    'How many identical calls, with nothing new in between, are a loop. The last of them is not run.',
    repeat.certain,
  ).meta({
    environment: 'TOOL_LOOP_MAX_REPEATS',
  }),
  ttlSeconds: z.int().min(1).max(86_400).meta({
    description: 'Calls older than this many seconds no longer count.',
    environment: 'TOOL_LOOP_TTL_SECONDS',
    default: recommended.ttlSeconds,
  }),
  mode: z
    .enum(spellings<ModeSpelling>(MODE_SPELLINGS))
    .transform((spelling): Mode => MODE_SPELLINGS[spelling])
    .meta({
      description: 'What to do when a loop is certain. `#toolLoopGuard.actions#` can say it step by step instead.',
      environment: 'TOOL_LOOP_MODE',
      default: 'break',
      enumDescriptions: spellings(MODE_SPELLINGS).map((spelling) => MODE_DESCRIPTIONS[spelling]),
    }),
  actions: z
    .array(
      z
        .enum(spellings<ActionSpelling>(ACTION_SPELLINGS))
        .meta({ enumDescriptions: spellings(ACTION_SPELLINGS).map((spelling) => ACTION_DESCRIPTIONS[spelling]) })
        .transform((spelling): Action => ACTION_SPELLINGS[spelling]),
    )
    .max(20)
    .meta({
      description:
        'A ladder instead of `#toolLoopGuard.mode#`: what to do at the first certain detection of a ' +
        'conversation, the second, and so on; the last rung stays. Example: `["warn", "warn", "break"]`. ' +
        'Empty: the mode decides.',
      default: [],
    }),
  preset: z.enum(PRESET_NAMES).meta({
    description: 'A set of values for a use. What is set beside it in the same place wins.',
    default: 'recommended',
    enumDescriptions: PRESET_NAMES.map((name) => PRESET_DESCRIPTIONS[name]),
  }),
  windowSize: z.int().min(5).max(1000).meta({
    description: 'How many calls of a conversation are remembered; at least four times `#toolLoopGuard.maxRepeats#`.',
    default: recommended.windowSize,
  }),
  detectors: z
    .array(
      z.enum(['repeat', 'cycle', 'similar', 'stall']).meta({
        enumDescriptions: [
          'The identical call, with the same result or an unknown one.',
          'Several calls in turn, such as A-B-A-B, with the same results.',
          'The same tool with nearly the same arguments and the same result.',
          'The same error whatever is tried, or nothing but calls that were made before.',
        ],
      }),
    )
    .meta({
      description:
        'Which kinds of loop are looked for: identical calls, cycles, similar calls, different calls that get nowhere.',
      default: ['repeat', 'cycle', 'similar', 'stall'],
    }),
  warnRepeats: count(
    'How many identical calls bring a warning; of use below `#toolLoopGuard.maxRepeats#`.',
    repeat.likely,
  ),
  minPatternLength: count('Shortest cycle looked for, in calls.', cycle.minPatternLength, 10),
  maxPatternLength: count('Longest cycle looked for, in calls.', cycle.maxPatternLength, 10),
  minPatternRepetitions: count('How many passes through a cycle bring a warning.', cycle.minPatternRepetitions),
  maxPatternRepetitions: count('How many passes through a cycle are a loop.', cycle.certainRepetitions),
  similarityAlgorithm: z.enum(['levenshtein', 'jaccard']).meta({
    description: 'How texts in arguments are compared: by edit distance or by shared words.',
    default: similar.algorithm,
    enumDescriptions: ['By edit distance: how many characters differ.', 'By the share of words that both have.'],
  }),
  similarityThreshold: z
    .number()
    .min(0.5)
    .max(1)
    .meta({
      description:
        'From which similarity on two calls of a tool are nearly the same, measured by ' +
        '`#toolLoopGuard.similarityAlgorithm#`.',
      default: similar.similarityThreshold,
    }),
  normalizeWhitespace: z.boolean().meta({
    description: 'White space makes no difference when calls are compared for similarity.',
    default: similar.normalizeWhitespace,
  }),
  ignoreCase: z.boolean().meta({
    description: 'Upper and lower case make no difference when calls are compared for similarity.',
    default: similar.ignoreCase,
  }),
  warnSimilar: count(
    'How many nearly identical calls with the same result bring a warning; of use below `#toolLoopGuard.maxSimilar#`.',
    similar.likely,
  ),
  maxSimilar: count('How many nearly identical calls with the same result are a loop.', similar.certain),
  warnStalls: count('How many calls with the same error or the same useless result bring a warning.', stall.likely),
  maxStalls: count(
    'How many calls with the same error are a loop; twice as many when the calls differ.',
    stall.certain,
  ),
  warnRevisits: count(
    'How many rounds of nothing but calls made before bring a warning; of use below `#toolLoopGuard.maxRevisits#`.',
    stall.likelyRevisits,
  ),
  maxRevisits: count('How many rounds of nothing but calls made before are a loop.', stall.certainRevisits),
});

/** The values a tier may carry: the engine's settings, and the preset that stands for many of them. */
export type TierSettings = z.output<typeof engineSchema>;
export type EngineKey = keyof TierSettings;

export const ENGINE_KEYS = Object.keys(engineSchema.shape) as EngineKey[];

/** The settings that a call is judged by: all but the preset, whose values stand among them. */
export const JUDGED_KEYS = ENGINE_KEYS.filter((key): key is SettingKey => key !== 'preset');

export type EngineValues = Partial<TierSettings>;

/** What `toolOverrides` may say of a tool. */
export const toolOverrideSchema = engineSchema.partial().extend({
  exempt: z.boolean().optional().meta({ description: 'Never judge this tool.' }),
});

/** What `modelOverrides` may say of a model. */
export const modelOverrideSchema = engineSchema.partial();

export type ToolOverride = EngineValues & { readonly exempt?: boolean };

const ownText = (what: string): z.ZodString =>
  z
    .string()
    .max(2000)
    .meta({
      description:
        `${what}, in your own words. Placeholders: ` +
        `${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}. Empty: our words.`,
      default: '',
    });

/** Everything under `toolLoopGuard.` in settings.json. */
export const settingsSchema = engineSchema.extend({
  toolOverrides: z.record(z.string().min(1), toolOverrideSchema).meta({
    description:
      'Other values for single tools, by tool name or glob such as `read_*`. An operation is named ' +
      '`tool:operation`; see `#toolLoopGuard.operationFields#`.',
    default: {},
  }),
  modelOverrides: z.record(z.string().min(1), modelOverrideSchema).meta({
    description:
      'Other values for single models, by `vendor/family` or `vendor/id`, globs allowed, such as `copilot/gpt-*`.',
    default: {},
  }),
  operationFields: z.record(z.string().min(1), z.string()).meta({
    description:
      'For tools that do several things: the argument that names the operation, by tool name or glob. ' +
      'Different operations of such a tool are different calls. Example: `{"plan": "operation"}`.',
    default: {},
    defaultSnippets: [
      {
        label: 'plan, task_manager, session_context',
        body: { plan: 'operation', task_manager: 'operation', session_context: 'operation', memory: 'command' },
      },
    ],
  }),
  'messages.block': ownText('What you read when the agent was stopped'),
  'messages.warning': ownText('What you read when a repeated call was run all the same'),
  'messages.guidance': ownText('What the model reads in place of a result when it gets a chance'),
  ignoredArguments: z.record(z.string().min(1), z.array(z.string())).meta({
    description:
      'Arguments that make no difference between two calls, by tool name or glob: comments the model writes ' +
      'for the person, for example. An empty list counts every argument.',
    // What VS Code's own tools ask the model to say for the person to read (their schemas, VS Code 1.139).
    default: {
      run_in_terminal: ['explanation', 'goal'],
      apply_patch: ['explanation'],
      insert_edit_into_file: ['explanation'],
      multi_replace_string_in_file: ['explanation'],
      run_notebook_cell: ['reason'],
    },
  }),
  guardedModels: z.array(z.string().min(1)).meta({
    description:
      'Models that are offered again as "… (guarded)", by `vendor/family` or `vendor/id`, globs allowed, such ' +
      'as `copilot/*`; `["*"]` for all. The tool calls of a guarded model are judged in its answer, whoever ' +
      'uses it. Empty: none.',
    default: [],
  }),
  selfAwareness: z.boolean().meta({
    description:
      '`#toolLoopGuard.guardedModels#` and `@loopguard` add one sentence to the description of each tool that ' +
      'asks the model to notice its own repetition. Costs 31 tokens per tool in every request, about 1,300 for ' +
      'the 41 tools of VS Code’s agent.',
    default: false,
  }),
  repeatingText: z.boolean().meta({
    description:
      '`#toolLoopGuard.guardedModels#` and `@loopguard` end an answer that repeats the same passage of prose ' +
      'over and over.',
    default: true,
  }),
  maxTextRepetitions: count(
    'How often the same passage in direct succession ends an answer, with `#toolLoopGuard.repeatingText#` on; ' +
      'short passages need more.',
    5,
    100,
  ),
  adaptive: z.boolean().meta({
    description:
      'What you say about a detection moves the limit of that tool by itself, one step at a time, in your ' +
      'toolOverrides: up to twice the default after "This was fine", down to half the count that warns after ' +
      '"This was a loop". Each step is told and can be undone.',
    default: false,
  }),
  statusBar: z.boolean().meta({
    description: 'Show in the status bar whether the guard watches, has warned, has stopped an agent, or is off.',
    default: true,
  }),
  recordConversations: z.enum(['off', 'hashes', 'masked']).meta({
    description:
      'Write the tool calls of conversations to files on this machine, to replay them later. You are asked ' +
      'before it begins.',
    default: 'off',
    enumDescriptions: [
      'Nothing is written.',
      'Tool names and times; of arguments and results only salted hashes.',
      'Arguments and results as text; what looks like a secret is masked.',
    ],
  }),
});

/** The settings for answers of models; each is taken from the strongest scope that has it. */
export const answerSchema = settingsSchema.pick({
  guardedModels: true,
  selfAwareness: true,
  repeatingText: true,
  maxTextRepetitions: true,
});

/** The settings for what surrounds the guard; each is taken from the strongest scope that has it. */
export const surroundingsSchema = settingsSchema.pick({ adaptive: true, statusBar: true, recordConversations: true });

export type Surroundings = z.output<typeof surroundingsSchema>;
export type RecordedKind = Surroundings['recordConversations'];

/** The weakest tier of `ignoredArguments`. */
export const DEFAULT_IGNORED_ARGUMENTS = settingsSchema.shape.ignoredArguments.meta()?.['default'] as Readonly<
  Record<string, readonly string[]>
>;

/** The built-in defaults, the weakest tier. */
export const DEFAULTS: TierSettings = Object.fromEntries(
  ENGINE_KEYS.map((key) => [key, engineSchema.shape[key].meta()?.['default']]),
) as unknown as TierSettings;
