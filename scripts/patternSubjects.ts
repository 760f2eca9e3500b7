import { PATCH_LINES, PLACES, PLAIN_LINES, WORDS } from '../src/engine/facts/patterns/argumentTexts';
import { DATA_STARTS, DONE, EMPTY_VALUES, NOTHING_FOUND, UNCHANGED } from '../src/engine/facts/patterns/answers';
import { BUSY } from '../src/engine/facts/patterns/busy';
import { CAUSE_PARTS, CAUSES, EMPTY_CAUSES, STATED_CAUSES } from '../src/engine/facts/patterns/causes';
import {
  ACTING_OPTIONS,
  COMMAND_PREFIXES,
  LIMITS_IN_COMMANDS,
  LOOKING_COMMANDS,
  PAUSES,
  SEPARATORS,
  SHELL_PARTS,
} from '../src/engine/facts/patterns/commands';
import { FAILURE_PROSE, NO_ERRORS, REJECTIONS, SENTENCES } from '../src/engine/facts/patterns/failureProse';
import {
  CANCELED,
  EMPTY_OUTPUTS,
  EXIT_REPORTS,
  FAILURE_BEGINNINGS,
  FAILURES_ANYWHERE,
  REFUSALS,
  VERDICTS,
} from '../src/engine/facts/patterns/failures';
import {
  BACKGROUND_FIELDS,
  COMMAND_COMMENT_FIELDS,
  COMMAND_FIELDS,
  COMMENT_FIELDS,
  EDITED_FIELDS,
  FIELDS,
  HANDLE_FIELDS,
  INPUT_FIELDS,
  LIMIT_FIELDS,
  MILLISECONDS_FIELDS,
} from '../src/engine/facts/patterns/fieldNames';
import { HANDLES, OUTPUT_FILES, PATHS, TASK_FILES } from '../src/engine/facts/patterns/handles';
import { EXITED, GONE, RUNNING, STARTED } from '../src/engine/facts/patterns/life';
import { FAILURES_IN_LANGUAGES } from '../src/engine/facts/patterns/languages';
import { SERVER_FAILURES, SERVER_TOOLS } from '../src/engine/facts/patterns/servers';
import type { Patterns } from '../src/engine/facts/patterns/pattern';
import { APPENDING_NAMES, EDITING_TOOLS, READING_TOOLS, SPAWNING_TOOLS } from '../src/engine/facts/patterns/toolNames';
import { COLORS, IDS, MEASURES, SHAPE_PARTS, VOLATILE } from '../src/engine/facts/patterns/volatileParts';
import {
  CREATING_TOOLS,
  LOOKING_TOOLS,
  MOVING_COMMANDS,
  MOVING_WORDS,
  PICTURING_TOOLS,
  SEARCHING_TOOLS,
} from '../src/engine/facts/patterns/verbs';
import {
  EMPTY_INPUTS,
  OWN_CHECKS,
  STARTS,
  WAITING_COMMANDS,
  WAITING_TOOLS,
} from '../src/engine/facts/patterns/waitingCalls';

export type Reads =
  | 'beginning'
  | 'short result'
  | 'ends'
  | 'line'
  | 'result'
  | 'tool'
  | 'argument name'
  | 'argument'
  | 'line of an argument'
  | 'command';

export const PATTERN_SUBJECTS: readonly { readonly patterns: Patterns; readonly reads: Reads }[] = [
  { patterns: CANCELED, reads: 'beginning' },
  { patterns: REFUSALS, reads: 'beginning' },
  { patterns: FAILURE_BEGINNINGS, reads: 'beginning' },
  { patterns: SENTENCES, reads: 'beginning' },
  { patterns: REJECTIONS, reads: 'beginning' },
  { patterns: NO_ERRORS, reads: 'beginning' },
  { patterns: EXIT_REPORTS, reads: 'beginning' },
  { patterns: EMPTY_OUTPUTS, reads: 'beginning' },
  { patterns: FAILURES_ANYWHERE, reads: 'short result' },
  { patterns: FAILURES_IN_LANGUAGES, reads: 'short result' },
  { patterns: VERDICTS, reads: 'short result' },
  { patterns: FAILURE_PROSE, reads: 'short result' },
  { patterns: NOTHING_FOUND, reads: 'short result' },
  { patterns: UNCHANGED, reads: 'beginning' },
  { patterns: EMPTY_VALUES, reads: 'short result' },
  { patterns: DATA_STARTS, reads: 'short result' },
  { patterns: DONE, reads: 'short result' },
  { patterns: SERVER_FAILURES, reads: 'beginning' },
  { patterns: CAUSE_PARTS, reads: 'line' },
  { patterns: CAUSES, reads: 'line' },
  { patterns: EMPTY_CAUSES, reads: 'line' },
  { patterns: STATED_CAUSES, reads: 'short result' },
  { patterns: RUNNING, reads: 'ends' },
  { patterns: STARTED, reads: 'ends' },
  { patterns: BUSY, reads: 'short result' },
  { patterns: EXITED, reads: 'ends' },
  { patterns: GONE, reads: 'ends' },
  { patterns: HANDLES, reads: 'ends' },
  { patterns: OUTPUT_FILES, reads: 'ends' },
  { patterns: WAITING_TOOLS, reads: 'tool' },
  { patterns: READING_TOOLS, reads: 'tool' },
  { patterns: EDITING_TOOLS, reads: 'tool' },
  { patterns: APPENDING_NAMES, reads: 'tool' },
  { patterns: SPAWNING_TOOLS, reads: 'tool' },
  { patterns: MOVING_WORDS, reads: 'tool' },
  { patterns: CREATING_TOOLS, reads: 'tool' },
  { patterns: LOOKING_TOOLS, reads: 'tool' },
  { patterns: PICTURING_TOOLS, reads: 'tool' },
  { patterns: SEARCHING_TOOLS, reads: 'tool' },
  { patterns: SERVER_TOOLS, reads: 'tool' },
  { patterns: FIELDS, reads: 'argument name' },
  { patterns: COMMENT_FIELDS, reads: 'argument name' },
  { patterns: COMMAND_COMMENT_FIELDS, reads: 'argument name' },
  { patterns: COMMAND_FIELDS, reads: 'argument name' },
  { patterns: EDITED_FIELDS, reads: 'argument name' },
  { patterns: HANDLE_FIELDS, reads: 'argument name' },
  { patterns: INPUT_FIELDS, reads: 'argument name' },
  { patterns: LIMIT_FIELDS, reads: 'argument name' },
  { patterns: MILLISECONDS_FIELDS, reads: 'argument name' },
  { patterns: BACKGROUND_FIELDS, reads: 'argument name' },
  { patterns: WAITING_COMMANDS, reads: 'argument' },
  { patterns: OWN_CHECKS, reads: 'argument' },
  { patterns: EMPTY_INPUTS, reads: 'argument' },
  { patterns: STARTS, reads: 'argument' },
  { patterns: PLAIN_LINES, reads: 'argument' },
  { patterns: WORDS, reads: 'argument' },
  { patterns: PLACES, reads: 'argument' },
  { patterns: PATHS, reads: 'argument' },
  { patterns: TASK_FILES, reads: 'argument' },
  { patterns: PATCH_LINES, reads: 'line of an argument' },
  { patterns: MOVING_COMMANDS, reads: 'argument' },
  { patterns: SHELL_PARTS, reads: 'command' },
  { patterns: SEPARATORS, reads: 'command' },
  { patterns: COMMAND_PREFIXES, reads: 'command' },
  { patterns: PAUSES, reads: 'command' },
  { patterns: LIMITS_IN_COMMANDS, reads: 'command' },
  { patterns: LOOKING_COMMANDS, reads: 'command' },
  { patterns: ACTING_OPTIONS, reads: 'command' },
  { patterns: VOLATILE, reads: 'result' },
  { patterns: IDS, reads: 'result' },
  { patterns: MEASURES, reads: 'result' },
  { patterns: COLORS, reads: 'result' },
  { patterns: SHAPE_PARTS, reads: 'result' },
];
