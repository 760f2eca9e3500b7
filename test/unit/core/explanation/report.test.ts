import assert from 'node:assert/strict';
import { reportMarkdown } from '../../../../src/core/explanation/report';
import { inEnglish } from '../../../../src/core/words/language';
import { Watched } from '../../../fakes/watched';

describe('a report to paste', () => {
  it('says what happened, the calls, the limit, and the versions, and no secret', () => {
    const watched = new Watched();
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    watched.times(4, 'probe', { path: 'a', token });
    const versions = 'Tool Loop Guard 1.2.3, VS Code 1.139.1';
    const report = reportMarkdown(watched.explanation(), versions, inEnglish);
    assert.match(report, /^### probe\\?\(.*×4\n/);
    assert.match(report, /^- 4\. `probe`: blocked$/m);
    assert.match(report, /^- `toolLoopGuard\.maxRepeats`: `4`$/m);
    assert.match(report, /Tool Loop Guard 1\.2\.3, VS Code 1\.139\.1\n$/);
    assert.ok(!report.includes(token));
  });
});
