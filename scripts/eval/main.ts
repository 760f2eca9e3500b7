/**
 * `npx tsx scripts/eval/main.ts [DIR] [--misses] [--savings]`, from the root of the repository: how well the
 * recommended settings recognise the labelled loops, with the published rules of others beside them. `--misses` names
 * the episodes that were missed and
 * those that were wrongly held back. `--savings` tells how long the loops went on after the call at which we would have
 * ended them.
 * `--check` fails when a score falls below its floor, or when the README shows another figure.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FLOORS, violations } from './floors';
import { peers } from './peers';
import { missingInReadme } from './readme';
import { medianRemainder, remainders, savingsText, turnsOf } from './savings';
import { score, type Firing, type Severity, type Score, type SessionFirings } from './score';
import { simulate } from './simulate';
import { table, type Row } from './table';
import { readCandidates, readEpisodes, readSessions, type Session } from './traces';

interface Judge {
  readonly rule: string;
  readonly severities: readonly { readonly name: string; readonly counts: Severity }[];
  readonly judge: (session: Session) => Firing[];
}

const judges: readonly Judge[] = [
  ...peers.map((peer) => ({
    rule: peer.name,
    severities: [{ name: peer.severity, counts: 'warn' as const }],
    judge: peer.judge,
  })),
  {
    rule: 'Tool Loop Guard: defaults',
    severities: [
      { name: 'warn', counts: 'warn' },
      { name: 'block', counts: 'block' },
    ],
    judge: (session) => simulate(session),
  },
];

async function main(): Promise<void> {
  const given = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
  const directory = resolve(given ?? '../shared/traces');
  if (!existsSync(join(directory, 'gold.jsonl'))) {
    console.log(`No labelled sessions in ${directory} (gold.jsonl is missing): nothing to score.`);
    return;
  }
  const episodes = await readEpisodes(directory);
  const candidates = await readCandidates(directory);
  const scored = judges.map((judge) => ({
    ...judge,
    sessions: [] as (SessionFirings & { readonly turns: readonly number[] })[],
  }));
  for await (const session of readSessions(directory)) {
    const { source, id, calls } = session;
    for (const { judge, sessions } of scored) {
      sessions.push({ source, id, calls: calls.length, firings: judge(session), turns: turnsOf(session) });
    }
  }
  const rows: Row[] = scored.flatMap(({ rule, severities, sessions }) =>
    severities.map(({ name, counts }) => ({
      rule,
      severity: name,
      score: score(sessions, episodes, candidates, counts),
    })),
  );
  const left = remainders(scored.at(-1)?.sessions ?? [], episodes);
  console.log(table(rows));
  if (process.argv.includes('--savings')) {
    console.log(`\n${savingsText(left)}`);
  }
  if (process.argv.includes('--check')) {
    checkFloors(rows);
    for (const missing of missingInReadme(readFileSync('README.md', 'utf8'), rows, medianRemainder(left))) {
      console.log(`README.md does not say: ${missing}`);
      process.exitCode = 1;
    }
  }
  if (process.argv.includes('--misses')) {
    for (const row of rows.slice(-2)) {
      printMisses(row.severity, row.score);
    }
  }
}

/** Fails the process when a figure of ours is worse than what the repository promises. */
function checkFloors(rows: readonly Row[]): void {
  for (const floor of FLOORS) {
    const score = rows.find(
      ({ rule, severity }) => rule.startsWith('Tool Loop Guard') && severity === floor.severity,
    )?.score;
    const fallen = score === undefined ? ['no score'] : violations(score, floor);
    for (const violation of fallen) {
      console.log(`${floor.severity}: ${violation}`);
      process.exitCode = 1;
    }
  }
}

function printMisses(severity: string, { missed, falseAlarms }: Score): void {
  console.log(`\n${severity}: missed`);
  for (const { ep, kind, source, why } of missed) {
    console.log(`  ${ep} ${kind} ${source}: ${why}`);
  }
  console.log(`${severity}: hard false alarms`);
  for (const { ep, label, source, why } of falseAlarms) {
    console.log(`  ${ep} ${label} ${source}: ${why}`);
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
