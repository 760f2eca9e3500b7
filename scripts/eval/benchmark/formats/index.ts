import type { Format } from '../recordedCall';
import { agentDojo } from './agentDojo';
import { entire, entireWithSummaries } from './entire';
import { interCode } from './interCode';
import { sweAgent } from './sweAgent';
import { tau2 } from './tau2';
import { tauBench } from './tauBench';
import { vsCodeChat } from './vsCodeChat';

/** By the name that `sources.json` uses. */
export const FORMATS: Readonly<Record<string, Format>> = {
  agentDojo,
  entire,
  entireWithSummaries,
  interCode,
  sweAgent,
  tau2,
  tauBench,
  vsCodeChat,
};
