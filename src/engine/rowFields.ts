/*
 * What is known of each call, as whole numbers. The columns hold what all calls of a window are searched for, so each
 * lies in one piece; the rest lies call by call.
 */

/** Column: the beginning of the call's digest. */
export const KEY = 0;
/** Column: what the call reads or changes, as the end of its digest. */
export const TOPIC = 1;
/** Column: the numbers of its tool and of the surface that saw it. */
export const NAMES = 2;
/** Column: the bits of callFlags.ts and, of a packed call, of packedFlags.ts. */
export const FLAGS = 3;
export const COLUMNS = 4;

export const ROUND = 0;
/** The ends of the digests of its answer and of the answer's shape. */
export const ANSWER = 1;
export const SHAPE = 2;
/** From here on, what only packed calls have, up to the last four numbers: they hold the times of every call. */
export const INDEX = 3;
export const LENGTH = 4;
export const LINES = 5;
export const KEY_REST = 6;
export const ANSWER_BEGIN = 7;
export const SHAPE_BEGIN = 8;
export const CAUSE_BEGIN = 9;
export const CAUSE = 10;
export const TOPIC_BEGIN = 11;
/** Two digests, or lines. */
export const TRAIT = 12;
/** How many numbers each call has besides the columns. */
export const ROW = 20;
