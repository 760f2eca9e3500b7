import * as z from 'zod/mini';
import { PLACEHOLDERS } from '../words/messages';
import { budgetSchema } from './budgetSettings';
import { engineSchema, modelOverrideSchema, toolOverrideSchema } from './schema';
import { DEFAULT_ALWAYS_ALLOWED_TOOLS, DEFAULT_IGNORED_ARGUMENTS } from './toolDefaults';

const ownText = (what: string): z.ZodMiniString =>
  z
    .string()
    .check(z.maxLength(2000))
    .register(z.globalRegistry, {
      description:
        `${what}, in your own words. Placeholders: ` +
        `${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}. Empty: our words.`,
      default: '',
    });

/** Everything under `toolLoopGuard.` in settings.json. */
export const settingsSchema = z.extend(engineSchema, {
  toolOverrides: z.record(z.string().check(z.minLength(1)), toolOverrideSchema).register(z.globalRegistry, {
    description:
      'Other values for single tools, by tool name or glob such as `read_*`. An operation is named ' +
      '`tool:operation`; see `#toolLoopGuard.operationFields#`.',
    default: {},
  }),
  modelOverrides: z.record(z.string().check(z.minLength(1)), modelOverrideSchema).register(z.globalRegistry, {
    description:
      'Other values for single models, by `vendor/family` or `vendor/id`, globs allowed, such as `copilot/gpt-*`.',
    default: {},
  }),
  operationFields: z.record(z.string().check(z.minLength(1)), z.string()).register(z.globalRegistry, {
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
  ignoredArguments: z.record(z.string().check(z.minLength(1)), z.array(z.string())).register(z.globalRegistry, {
    description:
      'Arguments that make no difference between two calls, by tool name or glob: comments the model writes ' +
      'for the person, for example. An empty list counts every argument.',
    default: DEFAULT_IGNORED_ARGUMENTS,
  }),
  alwaysAllowedTools: z.array(z.string().check(z.minLength(1))).register(z.globalRegistry, {
    description:
      'Tools that run even after an agent was stopped, by name or glob: those by which it ends its work, or asks ' +
      'you. Otherwise an agent that its harness keeps going could find no way out.',
    default: DEFAULT_ALWAYS_ALLOWED_TOOLS,
  }),
  budget: budgetSchema,
  guardedModels: z.array(z.string().check(z.minLength(1))).register(z.globalRegistry, {
    description:
      'Models that are offered again as "… (guarded)", by `vendor/family` or `vendor/id`, globs allowed, such ' +
      'as `copilot/*`; `["*"]` for all. The tool calls of a guarded model are judged in its answer, whoever ' +
      'uses it. Empty: none.',
    default: [],
  }),
  selfAwareness: z.boolean().register(z.globalRegistry, {
    description:
      '`#toolLoopGuard.guardedModels#` and `@loopguard` add one sentence to the description of each tool that ' +
      'asks the model to notice its own repetition. Costs 31 tokens per tool in every request, about 1,300 for ' +
      'the 41 tools of VS Code’s agent.',
    default: false,
  }),
  repeatingText: z.boolean().register(z.globalRegistry, {
    description:
      '`#toolLoopGuard.guardedModels#` and `@loopguard` end an answer that repeats the same passage of prose ' +
      'over and over.',
    default: true,
  }),
  maxTextRepetitions: z
    .int()
    .check(z.minimum(2), z.maximum(100))
    .register(z.globalRegistry, {
      description:
        'How often the same passage in direct succession ends an answer, with `#toolLoopGuard.repeatingText#` on; ' +
        'short passages need more.',
      default: 5,
    }),
  adaptive: z.boolean().register(z.globalRegistry, {
    description:
      'What you say about a detection moves the limit of that tool by itself, one step at a time, in your ' +
      'toolOverrides: up to twice the default after "This was fine", down to half the count that warns after ' +
      '"This was a loop". Each step is told and can be undone.',
    default: false,
  }),
  statusBar: z.boolean().register(z.globalRegistry, {
    description: 'Show in the status bar whether the guard watches, has warned, has stopped an agent, or is off.',
    default: true,
  }),
  recordConversations: z.enum(['off', 'hashes', 'masked']).register(z.globalRegistry, {
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
export const answerSchema = z.pick(settingsSchema, {
  guardedModels: true,
  selfAwareness: true,
  repeatingText: true,
  maxTextRepetitions: true,
});

/** The settings for what surrounds the guard; each is taken from the strongest scope that has it. */
export const windowSchema = z.pick(settingsSchema, {
  alwaysAllowedTools: true,
  budget: true,
  adaptive: true,
  statusBar: true,
  recordConversations: true,
});

export type WindowSettings = z.output<typeof windowSchema>;
export type RecordedKind = WindowSettings['recordConversations'];
