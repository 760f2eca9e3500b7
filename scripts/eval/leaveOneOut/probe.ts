/** Judges a session with many choices at once: evidence in a replay depends on no limit, so it is collected once. */
import { ConversationSettings } from '../../../src/core/settings/conversationSettings';
import { Guidance } from '../../../src/engine/decision/guidance';
import type { Evidence } from '../../../src/engine/ledger/evidence';
import { type RecordedCall, Replay, REPLAYED } from '../../../src/engine/replay';
import {
  callsNeeded,
  DETECTOR_IDS,
  type DetectorId,
  detectorsFor,
  type RegisteredDetector,
  strongestFinding,
  watching,
} from '../../../src/engine/rules/registry';
import type { CallSettings } from '../../../src/engine/rules/settings';
import { digestOf } from '../../../src/node/files/hash';
import type { Firing } from '../score';
import type { BuiltRules } from './builtEngine';
import { type Choice, configurationWith, detectorsOf, keenests } from './tunable';

type SettingsFor = ConversationSettings['settingsFor'];

export interface Variant {
  readonly settingsFor: SettingsFor;
  readonly rules: BuiltRules;
  /** Detectors that may find something else than by default; undefined: all. */
  readonly concerns: ReadonlySet<DetectorId> | undefined;
}

const USUAL_RULES: BuiltRules = { detectorsFor, strongestFinding };

export function variantOf(choice: Choice, rules = USUAL_RULES): Variant {
  return { settingsFor: settingsWith(choice), rules, concerns: detectorsOf(withoutWindow(choice)) };
}

/** The window is the same for all variants. */
function withoutWindow(choice: Choice): Choice {
  return Object.fromEntries(Object.entries(choice).filter(([name]) => name !== 'windowSize'));
}

function settingsWith(choice: Choice): SettingsFor {
  const configuration = configurationWith(choice);
  return new ConversationSettings(() => configuration).settingsFor;
}

export function windowOf(choice: Choice): number {
  const { values } = settingsWith(choice)({ conversationId: REPLAYED, tool: '', parsed: {}, model: undefined });
  return Math.max(values.windowSize, callsNeeded(values));
}

const USUAL = variantOf({});
/** By detector, the settings that find the most. */
const KEEN = DETECTOR_IDS.map((id) => [id, keenests(id).map(settingsWith)] as const);

export interface Probed {
  readonly firings: readonly (readonly Firing[])[];
  /** False: no limit and no time limit would make a difference. */
  readonly isEventful: boolean;
}

/** Plays a session to a guard without detectors, and asks each variant about each call. */
export function probe(calls: readonly RecordedCall[], windowSize: number, variants: readonly Variant[]): Probed {
  const judged = variants.map((variant) => ({
    variant,
    firings: [] as Firing[],
    guidance: new Map<string, Guidance>(),
  }));
  const usualFor = settingsWith({ windowSize });
  let asked: Parameters<SettingsFor>[0] | undefined;
  let index = 0;
  let isEventful = false;
  const ask = (evidence: Evidence): undefined => {
    const question = asked as Parameters<SettingsFor>[0];
    isEventful ||= evidence.waiting !== undefined;
    const keen = keenDetectors(evidence, question);
    if (keen.size === 0) {
      return undefined;
    }
    isEventful = true;
    const usual = findingsWith(evidence, USUAL, question);
    for (const { variant, firings, guidance } of judged) {
      const { concerns, rules } = variant;
      // Another constant may find more than the keenest settings.
      const isUsual = rules === USUAL_RULES && concerns !== undefined && ![...concerns].some((id) => keen.has(id));
      const finding = strongestOf(isUsual ? usual : findingsWith(evidence, variant, question, usual));
      const told = guidanceOf(guidance, evidence.agent);
      if (finding !== undefined && (finding.certainty === 'certain' || told.noteWarning(finding, evidence.candidate))) {
        const severity = finding.certainty === 'certain' ? 'block' : finding.isHint === true ? 'hint' : 'warn';
        firings.push({ index, severity, detector: finding.detector });
      }
    }
    return undefined;
  };
  const replay = new Replay((question) => {
    asked = question;
    return { ...usualFor(question), detectors: probes(ask) };
  }, digestOf);
  for (const call of calls) {
    if (call.afterUserMessage) {
      judged.forEach(({ guidance }) => guidance.clear());
    }
    replay.play(call);
    index++;
  }
  return { firings: judged.map(({ firings }) => firings), isEventful };
}

function guidanceOf(known: Map<string, Guidance>, agent = ''): Guidance {
  const guidance = known.get(agent) ?? new Guidance();
  known.set(agent, guidance);
  return guidance;
}

/** Detectors that would find something with their keenest settings. */
function keenDetectors(evidence: Evidence, question: Parameters<SettingsFor>[0]): ReadonlySet<DetectorId> {
  const found = new Set<DetectorId>();
  for (const [id, settings] of KEEN) {
    const isKeen = settings.some((settingsFor) => {
      const { values, detectors } = settingsFor(question);
      const own = watching(evidence, detectors).find((detector) => detector.id === id);
      return own?.weigh(evidence, values).some(({ count, limit }) => count >= limit) === true;
    });
    if (isKeen) {
      found.add(id);
    }
  }
  return found;
}

type Findings = ReadonlyMap<DetectorId, ReturnType<typeof strongestFinding>>;

/** @param usual of detectors that the variant doesn't concern */
function findingsWith(
  evidence: Evidence,
  { settingsFor, rules, concerns }: Variant,
  question: Parameters<SettingsFor>[0],
  usual?: Findings,
): Findings {
  const { values, detectors, operation }: CallSettings = settingsFor(question);
  const own = rules === USUAL_RULES ? detectors : rules.detectorsFor(values.detectors, operation !== undefined);
  return new Map(
    own.map((detector) => {
      const isUsual = usual !== undefined && concerns?.has(detector.id) === false;
      return [
        detector.id,
        isUsual ? usual.get(detector.id) : rules.strongestFinding(evidence, [detector], values),
      ] as const;
    }),
  );
}

function strongestOf(findings: Findings): ReturnType<typeof strongestFinding> {
  const found = [...findings.values()].filter((finding) => finding !== undefined);
  return found.find(({ certainty }) => certainty === 'certain') ?? found[0];
}

/** Detectors that only pass evidence on: one for calls, one for waits, one for moments. */
function probes(detect: (evidence: Evidence) => undefined): readonly RegisteredDetector[] {
  const watchers = [{}, { watchesWaits: true }, { watchesMoments: true }];
  return watchers.map((watches) => ({ ...watches, id: 'repeat', detect })) as unknown as readonly RegisteredDetector[];
}
