// `npm run soak -- engine`: eight hours of simulated time in which a thousand conversations open and close, with the
// memory measured in between. Ends with 1 when it grows.
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import { Guard } from '../../src/engine/guard';
import { parseConfiguration } from '../../src/core/settings/parse';
import { digestOf } from '../../src/node/files/hash';

const HOURS = 8;
const CONVERSATIONS = 1000;
/** How many conversations are open at the same time. */
const OPEN = 25;
const CALLS_OF_ONE = 200;
/** Memory at the end over memory after a quarter: all above is growth. */
const MOST_GROWTH = 1.05;

soak();

/**
 * Every conversation makes its calls over its share of the time, then a new one takes its place. Nobody says that one
 * has ended.
 */
function soak(): void {
  const configuration = parseConfiguration({ user: { mode: 'chance' } });
  let events = 0;
  const guard = new Guard({
    hash: digestOf,
    settingsFor: new ConversationSettings(() => configuration).settingsFor,
    report: () => events++,
  });
  const total = CONVERSATIONS * CALLS_OF_ONE;
  const began = performance.now();
  let atQuarter = 0;
  // The first eight hours fill the guard's memory: after them each conversation that opens pushes another out.
  for (let made = -total; made < total; made++) {
    const nowMs = (made / total) * HOURS * 3_600_000;
    const round = Math.floor(made / OPEN);
    step(
      guard,
      `conversation ${made - round * OPEN} ${Math.floor(round / CALLS_OF_ONE)}`,
      round - Math.floor(round / CALLS_OF_ONE) * CALLS_OF_ONE,
      nowMs,
    );
    if (made === total / 4) {
      atQuarter = memory();
    }
  }
  const atEnd = memory();
  step(guard, 'keeps the guard alive until here', 0, 0);
  say(
    `${HOURS} hours of simulated time, ${CONVERSATIONS} conversations, ${total} calls, ${events} events in ` +
      `${seconds(began)} s`,
  );
  say(
    `memory after a quarter ${megabytes(atQuarter)} MB, at the end ${megabytes(atEnd)} MB (× ` +
      `${(atEnd / atQuarter).toFixed(3)})`,
  );
  if (atEnd > atQuarter * MOST_GROWTH) {
    throw new Error('The memory grows.');
  }
}

/**
 * Work with a loop now and then; arguments and results are made of their own text, so that what is held on to counts.
 */
function step(guard: Guard, conversation: string, index: number, nowMs: number): void {
  const id = `${conversation} ${index}`;
  const isLoop = index % 40 > 30;
  const tool = isLoop ? 'read' : `tool ${index % 4}`;
  const made = isLoop
    ? { query: 'again', of: conversation }
    : { query: `${conversation} ${index} ${'x'.repeat(index % 300)}` };
  const { action } = guard.check(conversation, { id, tool, arguments: made }, nowMs);
  if (action === 'allow' || action === 'warn') {
    guard.record(conversation, {
      callId: id,
      result: isLoop ? 'nothing new' : `An answer to ${id}`,
      isError: false,
    });
  }
  if (index % 100 === 99) {
    guard.beginTurn(conversation);
  }
}

function memory(): number {
  if (globalThis.gc === undefined) {
    throw new Error('Memory can only be measured with --expose-gc.');
  }
  for (let time = 0; time < 4; time++) {
    void globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
