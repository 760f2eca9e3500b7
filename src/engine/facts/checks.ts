import {
  ACTING_OPTIONS,
  COMMAND_PREFIXES,
  LOOKING_COMMANDS,
  PAUSES,
  SEPARATORS,
  SHELL_PARTS,
} from './patterns/commands';
import { anyOf, matches, withoutParts } from './patterns/pattern';

/*
 * Commands that look whether something is there or has happened, and change nothing. The world answers them, so the
 * same command may be answered otherwise later; a test, a build, or a script is answered by what the agent has written.
 */

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Programs that only look. */
const LOOKS = wordsOf(
  'curl wget http https xh nc ncat ping dig host nslookup telnet test [ [[ ls dir cat type head tail ' +
    'less stat file wc du find fd grep egrep rg ag jq awk sed sort uniq tr cut pgrep pidof ps top jobs ' +
    'lsof ss netstat uptime date pg_isready journalctl invoke-webrequest invoke-restmethod test-path ' +
    'test-connection test-netconnection get-content get-childitem get-item get-process get-service ' +
    'get-job select-string select-object',
);

/** What stands around a look and does nothing of its own. */
const AROUND = wordsOf(
  'sleep timeout start-sleep wait cd pushd popd echo printf true false : set export exit break do done ' +
    'then fi else out-null write-output write-host',
);

const SEPARATOR = anyOf(SEPARATORS);

/** How a command looks whether something is there: after a pause of its own, or at once. Undefined: it does more. */
export function checkIn(command: string): 'afterPause' | 'atOnce' | undefined {
  const plain = withoutParts(SHELL_PARTS, command);
  if (plain.includes('>')) {
    return undefined;
  }
  let looks = false;
  for (const part of plain.split(SEPARATOR)) {
    const [program = '', ...rest] = withoutParts(COMMAND_PREFIXES, part.trim()).trim().split(/\s+/);
    const name = program.toLowerCase().replace(/^.*[\\/](?=.)/, '');
    if (name === '' || AROUND.has(name)) {
      continue;
    }
    const line = [name, ...rest].join(' ');
    if (!(LOOKS.has(name) || matches(LOOKING_COMMANDS, line)) || matches(ACTING_OPTIONS, line)) {
      return undefined;
    }
    looks = true;
  }
  return looks ? (matches(PAUSES, command) ? 'afterPause' : 'atOnce') : undefined;
}
