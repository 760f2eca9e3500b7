import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { lineDiff } from '../../core/words/lineDiff';
import { maskText } from '../../core/words/secrets/mask';
import type { InstalledChange } from '../install/agentFile';

/** Of a longer file only the length is told, in characters. */
const MOST_SHOWN = 100_000;

/** A person at a terminal, or a program in place of one. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean | undefined };
  readonly output: Writable;
  readonly errors: Writable;
}

/** Something that can be written or taken back, once the person has seen it. */
export interface InstallStep {
  /** Who it is for. */
  readonly name: string;
  /** The files that change; none when everything is as it should be. May throw: then this step is left out. */
  readonly plan: () => readonly InstalledChange[];
  /** May throw: then the others go on. */
  readonly apply: () => void;
  /** What is to be known afterwards. */
  readonly notes: readonly string[];
}

/** How a person is asked. */
interface Question {
  readonly question: string;
  /** No question: for automation. */
  readonly isYes: boolean;
}

/**
 * Shows what steps would change, asks, and carries them out. Without a terminal and without `--yes` it only shows.
 * @returns 0, or 1 when a step failed
 */
export async function showAndApply(
  steps: readonly InstallStep[],
  { question, isYes }: Question,
  terminal: Terminal,
): Promise<number> {
  const { output, errors } = terminal;
  let code = 0;
  const planned: InstallStep[] = [];
  for (const step of steps) {
    try {
      const changes = step.plan();
      if (changes.length === 0) {
        output.write(`${step.name}: nothing to change.\n`);
      } else {
        output.write(changes.map((change) => changeText(step.name, change)).join(''));
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
  if (!isYes && !(await isAgreed(question, terminal))) {
    output.write('Nothing was changed.\n');
    return code;
  }
  for (const step of planned) {
    try {
      step.apply();
      output.write(`${step.name}: done.\n${step.notes.map((note) => `  ${note}\n`).join('')}`);
    } catch (error) {
      code = 1;
      errors.write(`${step.name}: ${textOf(error)}\n`);
    }
  }
  return code;
}

/** A change as a person reads it in a terminal. Secrets in neighbouring lines are masked. */
function changeText(name: string, { path, before, after }: InstalledChange): string {
  const verb = before === undefined ? 'new' : after === undefined ? 'removed' : 'changed';
  const bytes = Math.max(before?.length ?? 0, after?.length ?? 0);
  if (bytes > MOST_SHOWN) {
    return `${name}: ${path} (${verb}, ${Math.round(bytes / 1000)} kB, not shown)\n`;
  }
  const lines = lineDiff(before ?? '', after ?? '').map((line) => `  ${maskText(line)}\n`);
  return `${name}: ${path} (${verb})\n${lines.join('')}\n`;
}

async function isAgreed(question: string, { input, output }: Terminal): Promise<boolean> {
  if (input.isTTY !== true) {
    output.write('To make these changes without a prompt, add --yes. ');
    return false;
  }
  const lines = createInterface({ input, output });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
