import type { Writable } from 'node:stream';
import { protectionPlainText } from '../../core/protection/protectionText';
import { inEnglish } from '../../core/words/language';
import { OUTSIDE_SESSIONS } from '../agents/registry';
import { type Machine, thisMachine } from '../protection/machineFacts';
import { agentReportText, reportAgents } from './agentReport';
import { installationOf } from './agentsCommand';
import { proofText, prove } from './proveCommand';

export interface DoctorOptions {
  readonly isJson: boolean;
  /** Whether the hooks of agents are tried, too. */
  readonly isProof?: boolean;
  readonly folder: string;
  /** The folder of the built command, next to which the plugin lies. */
  readonly programFolder: string;
}

/**
 * Prints which kinds of sessions and which agents are guarded on this machine, and what to do about the others. Reads
 * files, and asks the agents' programs for their versions where no file tells.
 * @returns the exit code: 0, or 1 when a hook was tried and blocked nothing, or none is installed
 */
export async function runDoctor(
  { isJson, isProof = false, folder, programFolder }: DoctorOptions,
  output: Writable,
  machine: Machine = thisMachine(),
): Promise<number> {
  const { agents, facts, rows } = await reportAgents(installationOf(programFolder, machine), machine, folder);
  const inVsCode = rows.filter(
    ({ type, protection, obstacles }) =>
      (protection !== 'unknown' || obstacles.length > 0) && !OUTSIDE_SESSIONS.some(({ id }) => id === type),
  );
  const proofs = isProof ? await prove(machine) : [];
  const tried = isProof ? `\nHooks that were tried\n${proofText(proofs)}\n` : '';
  const inText = protectionPlainText(inVsCode, inEnglish);
  output.write(
    isJson
      ? `${JSON.stringify({ machine: facts, sessions: rows, agents, ...(isProof && { proofs }) }, undefined, 2)}\n`
      : `${agentReportText(agents, Date.now())}\n${tried}\n${inText}\n` +
          'For other sessions in VS Code, run "Tool Loop Guard: Check Protection" there.\n',
  );
  return isProof && (proofs.length === 0 || proofs.some(({ blocked }) => blocked === undefined)) ? 1 : 0;
}
