import type { Writable } from 'node:stream';
import { protectionTable } from '../../core/protection/protectionTable';
import { protectionPlainText } from '../../core/protection/protectionText';
import { inEnglish } from '../../core/words/language';
import { type Machine, readMachineFacts, thisMachine } from '../protection/machineFacts';

/** What `tool-loop-guard doctor` was asked for. */
export interface DoctorOptions {
  /** JSON in place of text. */
  readonly isJson: boolean;
}

/**
 * Prints which kinds of sessions are guarded on this machine, as far as its files tell, and what to do about the
 * others. Reads files only.
 */
export function runDoctor({ isJson }: DoctorOptions, output: Writable, machine: Machine = thisMachine()): void {
  const facts = { window: undefined, machine: readMachineFacts(machine), sessions: [] };
  const rows = protectionTable(facts, inEnglish);
  output.write(
    isJson
      ? `${JSON.stringify({ machine: facts.machine, sessions: rows }, undefined, 2)}\n`
      : `${protectionPlainText(rows, inEnglish)}\n`,
  );
}
