import { groupsIn, matchOf, type PatternId } from './patterns/pattern';
import { SERVER_FAILURES, SERVER_TOOLS } from './patterns/servers';

/** How much of a failure is read, in characters. */
const READ_CHARACTERS = 300;

/**
 * The MCP server of a tool, if the name of the tool says so; undefined for any other tool. Where an agent writes
 * one underscore between server and tool, it is the first word, which two servers may share.
 */
export function serverOf(tool: string): string | undefined {
  return groupsIn(SERVER_TOOLS, tool)?.find((group) => group !== undefined);
}

/** The row of a failure that is the caller's to mend. */
export const LOGIN_FAILURE: PatternId = 'serverFailure.login';

/**
 * How a failure says that a server, or what stands behind it, can't be reached: then no tool of the server works,
 * whatever its arguments are. Undefined if it doesn't say so.
 */
export function unreachableIn(failure: string): PatternId | undefined {
  return matchOf(SERVER_FAILURES, failure.slice(0, READ_CHARACTERS));
}
