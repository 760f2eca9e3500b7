import * as z from 'zod/mini';
import { PLACEHOLDERS } from '../words/messages';
import { budgetSchema } from './budgetSettings';
import { ANSWER_DEFAULTS, WINDOW_DEFAULTS } from './defaults';
import { engineSchema, modelOverrideSchema, toolOverrideSchema } from './schema';
import { telemetrySchema } from './telemetrySettings';
import { DEFAULT_IGNORED_ARGUMENTS } from './toolDefaults';

const ownText = (what: string): z.ZodMiniString =>
  z
    .string()
    .check(z.maxLength(2000))
    .register(z.globalRegistry, {
      description:
        `Custom message ${what}. Placeholders: ` +
        `${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}. Leave empty for the default.`,
      default: '',
    });

const dollars = (what: string): z.ZodMiniOptional<z.ZodMiniNumber> =>
  z
    .optional(z.number().check(z.minimum(0), z.maximum(100_000)))
    .register(z.globalRegistry, { description: `Dollars per million ${what}.` });

/** What a model costs. Without a price for cached input, cached input costs as much as the rest. */
export const priceSchema = z.object({
  input: dollars('input tokens'),
  cachedInput: dollars('input tokens that were read from a cache'),
  output: dollars('output tokens'),
});

export type ModelPrice = z.output<typeof priceSchema>;

/** Every setting by its own name. settings.json has some as members of an object: see `WRITTEN_SETTINGS`. */
export const settingsSchema = z.extend(engineSchema, {
  toolOverrides: z.record(z.string().check(z.minLength(1)), toolOverrideSchema).register(z.globalRegistry, {
    description:
      'Settings for individual tools, by tool name or glob such as `read_*`. For one operation of a tool, use ' +
      '`tool:operation`; see `#toolLoopGuard.operationFields#`.',
    default: {},
  }),
  excludedTools: z.array(z.string().check(z.minLength(1))).register(z.globalRegistry, {
    description:
      'Tools that are never checked, by name or glob. Example: `["mcp_monitor_*"]`. For one operation of a tool, use ' +
      '`tool:operation`.',
    default: [],
  }),
  modelOverrides: z.record(z.string().check(z.minLength(1)), modelOverrideSchema).register(z.globalRegistry, {
    description:
      'Settings for individual models, by `vendor/family` or `vendor/id`. Globs such as `copilot/gpt-*` work too.',
    default: {},
  }),
  prices: z.record(z.string().check(z.minLength(1)), priceSchema).register(z.globalRegistry, {
    description:
      'What models cost, in dollars per million tokens, so that *Scan My Sessions* can tell what loops cost. Keys ' +
      'are model ids or globs. Example: `{"claude-sonnet-*": {"input": 3, "cachedInput": 0.3, "output": 15}}`.',
    default: {},
  }),
  operationFields: z.record(z.string().check(z.minLength(1)), z.string()).register(z.globalRegistry, {
    description:
      'For multi-purpose tools: the argument that selects the operation, so that `plan:create` and ' +
      '`plan:update` are counted separately. Keys are tool names or globs. Example: `{"plan": "operation"}`.',
    default: {},
    defaultSnippets: [
      {
        label: 'plan, task_manager, session_context',
        body: { plan: 'operation', task_manager: 'operation', session_context: 'operation', memory: 'command' },
      },
    ],
  }),
  'messages.block': ownText('shown when an agent is stopped'),
  'messages.warning': ownText('shown when a repeated call was allowed'),
  'messages.guidance': ownText('the model reads instead of a result when it gets a second chance'),
  ignoredArguments: z.record(z.string().check(z.minLength(1)), z.array(z.string())).register(z.globalRegistry, {
    description:
      'Arguments to ignore when comparing calls, such as explanations for you and time limits. Keys are tool names ' +
      'or globs; the most specific one counts. An empty list compares every argument.',
    default: DEFAULT_IGNORED_ARGUMENTS,
  }),
  alwaysAllowedTools: z.array(z.string().check(z.minLength(1))).register(z.globalRegistry, {
    description:
      'Tools that still run after a stop, by name or glob, so that the agent can finish or ask you a question.',
    default: WINDOW_DEFAULTS.alwaysAllowedTools,
  }),
  budget: budgetSchema,
  guardedModels: z.array(z.string().check(z.minLength(1))).register(z.globalRegistry, {
    description:
      'Models to also offer as "… (guarded)" in the model picker, by `vendor/family` or `vendor/id`. Globs such ' +
      'as `copilot/*` work too; `["*"]` means all. Every agent or extension that uses a guarded model is ' +
      'protected.',
    default: ANSWER_DEFAULTS.guardedModels,
  }),
  selfAwareness: z.boolean().register(z.globalRegistry, {
    description:
      'Add a reminder not to repeat calls to every tool description, in guarded models and `@loopguard`. Adds ' +
      'about 31 tokens per tool to each request: about 1,300 for the 41 tools of VS Code’s agent.',
    default: ANSWER_DEFAULTS.selfAwareness,
  }),
  maxTextRepetitions: z
    .int()
    .check(
      z.minimum(0),
      z.maximum(100),
      z.refine((count) => count !== 1, { error: 'must be 0 or at least 2' }),
    )
    .register(z.globalRegistry, {
      description:
        'Number of back-to-back repetitions of a passage that ends an answer, in guarded models and `@loopguard`. ' +
        'Short passages need more. 0 turns this off.',
      default: ANSWER_DEFAULTS.maxTextRepetitions,
    }),
  adaptive: z.boolean().register(z.globalRegistry, {
    description:
      'Adjust a tool’s limit automatically when you mark a stop as *Not a loop* (up to twice the default) or a ' +
      'warning as *This was a loop* (down to half). The change is made in your `toolOverrides`, and you can undo ' +
      'it.',
    default: WINDOW_DEFAULTS.adaptive,
  }),
  stopSingleChats: z.boolean().register(z.globalRegistry, {
    description:
      'Stop a looping Copilot chat by itself, whether it is in front or not, while others continue. This uses the ' +
      'connection that VS Code’s Agent Host offers to programs of the same user.',
    default: WINDOW_DEFAULTS.stopSingleChats,
  }),
  watchCodexChats: z.boolean().register(z.globalRegistry, {
    description:
      'Check the calls of Codex chats in VS Code, and stop a chat that is in a loop. The calls are read from what ' +
      'Codex writes down, so none is blocked. Needs `stopSingleChats`.',
    default: WINDOW_DEFAULTS.watchCodexChats,
  }),
  onStop: z
    .string()
    .check(z.maxLength(2000))
    .register(z.globalRegistry, {
      description:
        'A command line that runs when an agent is stopped, such as `ntfy publish my-topic "$TOOL_LOOP_TEXT"`. It ' +
        'gets `TOOL_LOOP_AGENT`, `TOOL_LOOP_CHAT`, `TOOL_LOOP_KIND`, `TOOL_LOOP_TOOL`, `TOOL_LOOP_COUNT`, and ' +
        '`TOOL_LOOP_TEXT` in its environment, and never the arguments of a call. It is ended after 10 seconds.',
      default: WINDOW_DEFAULTS.onStop,
      scope: 'machine',
    }),
  recordConversations: z.enum(['off', 'hashes', 'masked']).register(z.globalRegistry, {
    description:
      'Save the tool calls of chats to files on this machine, so that you can replay them later. You are asked ' +
      'before recording starts.',
    default: WINDOW_DEFAULTS.recordConversations,
    enumDescriptions: [
      'Save nothing.',
      'Save tool names, times, and salted hashes of arguments and results.',
      'Save arguments and results, with detected secrets masked.',
    ],
  }),
  ...telemetrySchema.shape,
});

/** The settings for answers of models; each is taken from the strongest scope that has it. */
export const answerSchema = z.pick(settingsSchema, {
  guardedModels: true,
  selfAwareness: true,
  maxTextRepetitions: true,
});

/** The tools that are excluded by a list. */
export const excludedSchema = z.pick(settingsSchema, { excludedTools: true });

/** The settings for what surrounds the guard; each is taken from the strongest scope that has it. */
export const windowSchema = z.pick(settingsSchema, {
  alwaysAllowedTools: true,
  budget: true,
  adaptive: true,
  stopSingleChats: true,
  watchCodexChats: true,
  recordConversations: true,
});

/** What a workspace must not set: a repository must not have a program run. */
export const personalSchema = z.pick(settingsSchema, { onStop: true });

export type WindowSettings = z.output<typeof windowSchema> & z.output<typeof personalSchema>;
export type RecordedKind = WindowSettings['recordConversations'];
