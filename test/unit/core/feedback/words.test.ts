import assert from 'node:assert/strict';
import { appliedText, remedyText, scopeText } from '../../../../src/core/feedback/words';
import { inEnglish } from '../../../../src/core/words/language';
import { Watched } from '../../../fakes/watched';

describe('the text of a remedy', () => {
  it('describes the change before it is made, and the new state after it', () => {
    const watched = new Watched();
    'abcd'.split('').forEach(() => watched.call('probe', { path: 'a' }));
    const told = watched
      .ask('fine')
      .remedies.map((remedy) => [
        remedyText(remedy, inEnglish),
        scopeText(remedy, inEnglish),
        appliedText(remedy, inEnglish),
      ]);
    assert.deepEqual(told, [
      ['Allow more identical probe calls', 'The limit is 5 instead of 4.', 'probe: 4 identical calls are now allowed.'],
      ['Never check probe', 'In all chats.', 'Done: Never check probe'],
    ]);
  });
});
