// The attacks of `npm run attack`. A small part of each runs with the other tests.
import assert from 'node:assert/strict';

/** Otherwise, only some tries of each kind run. */
export const IS_WHOLE = process.env['TOOL_LOOP_ATTACK'] === 'whole';

interface Outcome {
  readonly name: string;
  tries: number;
  failures: number;
}

const outcomes: Outcome[] = [];

/** A try of an attack. It has failed if it throws or returns what was wrong. */
export interface Try {
  readonly what: string;
  readonly run: () => Promise<string | undefined> | string | undefined;
}

/** Runs all tries, so that the table shows how many fail. @param few tries of a short run, spread evenly */
export function attack(name: string, tries: () => readonly Try[], few = Infinity, atOnce = 1): void {
  it(name, async function () {
    this.timeout(600_000);
    const all = tries();
    const step = IS_WHOLE ? 1 : Math.max(1, all.length / few);
    const chosen = all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
    const outcome: Outcome = { name, tries: chosen.length, failures: 0 };
    outcomes.push(outcome);
    const faults: string[] = [];
    const queue = [...chosen];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const fault = await faultOf(next);
          if (fault !== undefined) {
            faults.push(`${next.what}: ${fault}`);
          }
        }
      }),
    );
    outcome.failures = faults.length;
    assert.ok(chosen.length > 0, 'nothing was tried');
    assert.deepEqual(faults.slice(0, IS_WHOLE ? 300 : 20), []);
  });
}

async function faultOf({ run }: Try): Promise<string | undefined> {
  try {
    return await run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

process.on('exit', () => {
  if (IS_WHOLE) {
    console.log('\n| Attack | Tries | Failures |\n| --- | --- | --- |');
    outcomes.forEach(({ name, tries, failures }) => console.log(`| ${name} | ${tries} | ${failures} |`));
  }
});
