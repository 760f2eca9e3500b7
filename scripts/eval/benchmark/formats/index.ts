import type { Format } from '../recordedCall';
import { agentDojo } from './agentDojo';
import { entire, entireWithSummaries } from './entire';
import { interCode } from './interCode';
import { nyuCtf } from './nyuCtf';
import { enigma, multiSweBench, sweAgent } from './sweAgent';
import { tau2 } from './tau2';
import { tauBench } from './tauBench';
import { terminalBench } from './terminalBench';
import { vsCodeChat } from './vsCodeChat';

export const FORMATS: Readonly<Record<string, Format>> = {
  agentDojo,
  enigma,
  entire,
  entireWithSummaries,
  interCode,
  multiSweBench,
  nyuCtf,
  sweAgent,
  tau2,
  tauBench,
  terminalBench,
  vsCodeChat,
};
