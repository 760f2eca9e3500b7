import assert from 'node:assert/strict';
import { scanPage } from '../../../../src/core/scan/scanPage';
import { type FoundSession, scanReport } from '../../../../src/core/scan/scanReport';

const label = 'shell(<img src=x>)';
const loop = {
  detector: 'repeat',
  tool: 'shell',
  label,
  firstCall: 3,
  stoppedAt: 4,
  callsAfterStop: 1200,
  tokensAfterStop: { input: 5000, output: 300 },
} as const;
const session: FoundSession = {
  id: 's',
  agent: 'Claude Code',
  model: 'model-1',
  file: '/logs/<s>.jsonl',
  modifiedMs: Date.UTC(2026, 0, 7),
  calls: 1300,
  loops: [loop],
  runsLeftAlone: 1,
  tokens: { input: 90_000, output: 700 },
};

describe('the page about recorded sessions', () => {
  const page = scanPage(scanReport([session]), 'the last 30 days');

  it('leads with what loops took, as it was recorded', () => {
    assert.match(page, /<dt>5,300<\/dt><dd>tokens of 90,700 went into these calls, as recorded/);
    assert.match(page, /They went on for 1,200 calls\./);
  });

  it('tells what they cost where that is known', () => {
    assert.doesNotMatch(page, /cost/);
    const priced = { ...loop, tokensAfterStop: { ...loop.tokensAfterStop, dollars: 1.704 } };
    assert.match(scanPage(scanReport([{ ...session, loops: [priced] }]), 'x'), /as recorded<small>They cost \$1\.70\./);
  });

  it('shows the calls by week, where there are two', () => {
    const later = { ...session, modifiedMs: Date.UTC(2026, 0, 14) };
    const chart =
      /<h2>Calls in loops, by week<\/h2>[^]*<th scope="row">2026-01-05<\/th>.*<td class="number">1,200<\/td>/;
    assert.match(scanPage(scanReport([session, later]), 'x'), chart);
    assert.doesNotMatch(page, /by week/);
  });

  it('says what was looked at where there was no session', () => {
    const text = scanPage(scanReport([]), 'the last 30 days').replace(/<style>[^]*<\/style>|<[^>]*>/g, ' ');
    assert.match(text, /No agent sessions with tool calls in the last 30 days\. Claude Code, .* were looked at\.\s*$/);
  });

  it('has a row for each loop', () => {
    const text = page.replace(/<[^>]*>/g, '|');
    assert.match(text, /identical calls\|+Claude Code\|+2026-01-07\|+stop at 4\|+1,200\|+5,300\|/);
    const warned = scanPage(scanReport([{ ...session, loops: [{ ...loop, stoppedAt: undefined }] }]), 'x');
    assert.match(warned, /warning at 3/);
  });

  it('escapes every text, runs no script, and loads nothing', () => {
    assert.ok(!page.includes('<img') && !page.includes('/<s>'));
    assert.match(page, /default-src 'none'; style-src 'unsafe-inline'/);
    assert.doesNotMatch(page, /<script|url\(|<link|href=/);
  });

  it('says so where no agent looped', () => {
    const calm = scanPage(scanReport([{ ...session, loops: [] }]), 'the last 30 days');
    assert.match(calm, /<dt>0<\/dt><dd>loops would have been stopped/);
    assert.doesNotMatch(calm, /<table/);
  });
});
