// Run inside a copy of the repository that has one detector more: prints what every part of the product says of it.
import { readFileSync } from 'node:fs';
import { translateBy, type Texts } from '../../scripts/l10n';
import { answerCommand } from '../../src/core/chat/answer';
import { explain } from '../../src/core/explanation/explanation';
import { remedyText } from '../../src/core/feedback/words';
import { Metrics } from '../../src/core/metrics/metrics';
import { metricsPage } from '../../src/core/metrics/metricsPage';
import { tallySchema } from '../../src/core/metrics/tally';
import { parseConfiguration } from '../../src/core/settings/parse';
import { callLabel } from '../../src/core/words/callLabel';
import { logLine } from '../../src/core/words/logLines';
import { inEnglish } from '../../src/core/words/language';
import { guidanceText } from '../../src/core/words/modelTexts';
import { loopLines } from '../../src/core/timelineView/loopLines';
import type { GuardEvent } from '../../src/engine/events';
import { ConversationSettings } from '../../src/core/settings/conversationSettings';
import { Guard } from '../../src/engine/guard';
import { sha256 } from '../../src/node/files/hash';
import { type EngineKey, rowOf } from '../../src/core/settings/table';
import { only } from '../fakes/only';
import { ONE, short, Watched } from '../fakes/watched';

const [, , id = '', warns = '', stops = ''] = process.argv;
const limits = (warn: number): Record<string, unknown> =>
  [
    [warns, warn],
    [stops, 5],
  ].reduce<Record<string, unknown>>((all, [key, value]) => {
    const [, kind = '', member = ''] = rowOf(key as EngineKey).name.split('.');
    return { ...all, [kind]: { ...(all[kind] as object | undefined), [member]: value } };
  }, {});
const user = { detectors: only([id], limits(3) as Record<string, object>) };
const configuration = parseConfiguration({ user });
const events: GuardEvent[] = [];
const conversations = new ConversationSettings(() => configuration);
const guard = new Guard({
  hash: sha256,
  settingsFor: conversations.settingsFor,
  report: (event) => events.push(event),
});
const watched = new Watched(user);
for (let call = 1; call <= 5; call++) {
  const { action } = guard.check(ONE, { id: `call ${call}`, tool: 'look', arguments: { call } }, call);
  if (action === 'allow' || action === 'warn') {
    guard.record(ONE, { callId: `call ${call}`, result: 'nothing', isError: false });
  }
  watched.call('look', { call }, 'nothing');
}
const detections = events.flatMap((event) => (event.kind === 'detection' ? [event] : []));
const metrics = new Metrics();
events.forEach((event) => metrics.note(event));
const tally = metrics.conversation(ONE);
const german = translateBy(JSON.parse(readFileSync('l10n/bundle.l10n.de.json', 'utf8')) as Texts);
const [loop] = loopLines(watched.timeline, { translate: inEnglish, labels: callLabel, nowMs: 0 });
const explanation = watched.explanation();
const { remedies } = watched.ask('fine');

console.log(
  JSON.stringify({
    problems: configuration.problems,
    warnings: parseConfiguration({ user: { detectors: limits(9) } }).settingsWarnings,
    actions: detections.map(({ detection }) => detection.action),
    log: detections.map((event) => logLine(event).text),
    model: detections.map(({ detection }) => guidanceText(detection, configuration.messages)),
    chat: [
      answerCommand({ kind: 'status', all: true }, guard, conversations, ONE, inEnglish),
      answerCommand({ kind: 'why' }, guard, conversations, ONE, inEnglish),
    ],
    timeline: loop?.spoken,
    explanation: [explanation.title, explanation.summary, explanation.rule.values.map(({ setting }) => setting)],
    metrics: metricsPage(
      { totals: tally, since: undefined, conversations: [], tools: [], nowMs: 0 },
      { nonce: '', language: 'en' },
      { translate: inEnglish, language: 'en' },
    ),
    loops: tally.loops,
    olderTally: tallySchema.parse({ loops: { repeat: 7 } }).loops,
    feedback: [short(watched.ask('fine')), remedies.map((remedy) => remedyText(remedy, inEnglish))],
    german: explain(watched.conversation, watched.detected, german)?.summary,
  }),
);
