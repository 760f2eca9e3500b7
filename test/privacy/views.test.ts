import assert from 'node:assert/strict';
import { remedyText, valuesText } from '../../src/core/feedback/words';
import { callLabel } from '../../src/core/words/callLabel';
import { inEnglish } from '../../src/core/words/language';
import { Metrics } from '../../src/core/metrics/metrics';
import { explanationPage } from '../../src/core/explanation/page';
import { savedConversation } from '../../src/core/replay/savedConversation';
import { callLines, type LoopLine, loopLines } from '../../src/core/timelineView/loopLines';
import { sha256 } from '../../src/node/files/hash';
import { expectNoSecrets, SECRET_CALLS, SECRET_TEXTS } from '../fakes/secrets';
import { Watched } from '../fakes/watched';

function viewTexts({ timeline }: Watched): string[] {
  return loopLines(timeline, { translate: inEnglish, labels: callLabel, nowMs: 0 }).flatMap((line) =>
    [line, ...callLines(line as LoopLine, timeline, inEnglish)].map((each) => JSON.stringify(each)),
  );
}

describe('privacy: secrets in calls that are shown, explained, counted or recorded', () => {
  for (const [index, callArguments] of SECRET_CALLS.entries()) {
    it(`are in no view, picture, count, or recording: call ${index + 1}`, () => {
      const watched = new Watched({ maxRepeats: 3 });
      const metrics = new Metrics();
      watched.guard.beginTurn('one', `Do it with ${SECRET_TEXTS[index % SECRET_TEXTS.length]?.text ?? ''}`);
      watched.times(4, 'probe', callArguments, SECRET_TEXTS[(index + 1) % SECRET_TEXTS.length]?.text);
      metrics.note({
        kind: 'detection',
        detection: watched.detected.detection ?? assert.fail(),
        call: { id: 'x', tool: 'probe', arguments: callArguments },
        entry: { index: 0 } as never,
        why: { tallies: [], calls: [] },
      });
      const explanation = watched.explanation();
      const shown = [
        ...viewTexts(watched),
        explanationPage(explanation, { nonce: 'nonce', language: 'en' }, inEnglish),
        ...watched.ask('fine').remedies.flatMap((remedy) => [remedyText(remedy, inEnglish), valuesText(remedy)]),
        JSON.stringify(metrics.news),
        ...[undefined, []].flatMap((ignored) =>
          [40, 80, 300].map((characters) => callLabel('probe', callArguments, { ignored, characters })),
        ),
        JSON.stringify(savedConversation(watched.conversation, 'masked', sha256)),
        JSON.stringify(savedConversation(watched.conversation, 'hashes', sha256)),
      ];
      assert.ok(shown.length > 10 && shown.every((text) => text.length > 2));
      shown.forEach((text, at) => expectNoSecrets(text, `view ${at}`));
    });
  }
});
