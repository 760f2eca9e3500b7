import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { lineDiff } from '../../core/words/lineDiff';
import { oneLine } from '../../core/words/quoting';
import { maskText } from '../../core/words/secrets/mask';
import type { InstalledChange } from '../install/agentFile';

/** Characters; a longer change isn't shown. */
const MOST_SHOWN = 100_000;

export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean | undefined };
  readonly output: Writable;
  readonly errors: Writable;
}

export interface InstallStep {
  readonly name: string;
  /** The files that change; none if everything is in order. If it throws, this step is left out. */
  readonly plan: () => readonly InstalledChange[];
  /** If it throws, the other steps continue. */
  readonly apply: () => void;
  readonly notes?: () => readonly string[];
}

interface ReviewedChange extends InstalledChange {
  readonly name: string;
  readonly lines: readonly string[];
}

/**
 * Summarizes the changes, asks, and makes them; the user can see each line first. Without a terminal and without
 * `--yes` it only shows the lines.
 * @returns 0, or 1 if a step failed, or was only shown
 */
export async function showAndApply(
  steps: readonly InstallStep[],
  { question, nothing, isYes }: { readonly question: string; readonly nothing: string; readonly isYes: boolean },
  terminal: Terminal,
): Promise<number> {
  const { input, output, errors } = terminal;
  let code = 0;
  const planned: InstallStep[] = [];
  const reviewed: ReviewedChange[] = [];
  for (const step of steps) {
    try {
      const changes = step.plan();
      if (changes.length === 0) {
        output.write(`${step.name}: ${nothing}.\n`);
      } else {
        for (const change of changes) {
          const lines = lineDiff(change.before ?? '', change.after ?? '');
          reviewed.push({ ...change, name: step.name, lines });
        }
        planned.push(step);
      }
    } catch (error) {
      code = 1;
      errors.write(`${step.name}: ${textOf(error)}\n`);
    }
  }
  if (planned.length === 0) {
    return code;
  }
  const inFull = (): string => reviewed.map(changeText).join('');
  const isOnlyShown = !isYes && input.isTTY !== true;
  output.write(isOnlyShown ? inFull() : reviewed.map(summaryText).join(''));
  if (!isYes && !(await isAgreed(question, inFull, terminal))) {
    output.write('Nothing was changed.\n');
    return isOnlyShown ? 1 : code;
  }
  for (const step of planned) {
    try {
      step.apply();
      const notes = (step.notes?.() ?? []).map((note) => `  ${note}\n`);
      output.write(`${step.name}: done.\n${notes.join('')}`);
    } catch (error) {
      code = 1;
      errors.write(`${step.name}: ${textOf(error)}\n`);
    }
  }
  return code;
}

function summaryText({ name, path, before, after, lines }: ReviewedChange): string {
  const verb = before === undefined ? 'creates' : after === undefined ? 'removes' : 'changes';
  const count = (sign: string, does: string): string[] => {
    const found = lines.filter((line) => line.startsWith(sign)).length;
    return verb !== 'changes' || found === 0 ? [] : [`${does} ${found} ${found === 1 ? 'line' : 'lines'}`];
  };
  const counts = [...count('+', 'adds'), ...count('-', 'removes')];
  return `${name}: ${verb} ${oneLine(path)}${counts.length === 0 ? '' : ` (${counts.join(', ')})`}\n`;
}

/** Masks secrets in neighboring lines. */
function changeText({ name, path, before, after, lines }: ReviewedChange): string {
  const verb = before === undefined ? 'new' : after === undefined ? 'removed' : 'changed';
  const bytes = Math.max(before?.length ?? 0, after?.length ?? 0);
  return bytes > MOST_SHOWN
    ? `${name}: ${oneLine(path)} (${verb}, ${Math.round(bytes / 1000)} kB, not shown)\n`
    : `${name}: ${oneLine(path)} (${verb})\n${lines.map((line) => `  ${oneLine(maskText(line))}\n`).join('')}\n`;
}

async function isAgreed(question: string, inFull: () => string, { input, output }: Terminal): Promise<boolean> {
  if (input.isTTY !== true) {
    output.write('To make these changes without a prompt, add --yes. ');
    return false;
  }
  const lines = createInterface({ input, output });
  try {
    for (;;) {
      const answer = (await lines.question(`${question} [y/N, d for the diff] `)).trim();
      if (!/^d(?:iff)?$/i.test(answer)) {
        return /^y(?:es)?$/i.test(answer);
      }
      output.write(inFull());
    }
  } finally {
    lines.close();
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
