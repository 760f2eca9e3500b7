import assert from 'node:assert/strict';
import { scanPage } from '../../../../src/core/scan/scanPage';
import { inEnglish } from '../../../../src/core/words/language';
import { type FoundSession, scanReport } from '../../../../src/core/scan/scanReport';

const label = 'shell(<img src=x>)';
const loop = {
  detector: 'repeat',
  tool: 'shell',
  label,
  firstCall: 3,
  stoppedAt: 4,
  hasSecondChance: false,
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

const pageOf = (sessions: readonly FoundSession[]): string =>
  scanPage(scanReport(sessions), 30, { nonce: 'n', language: 'en' }, inEnglish);

describe('the page about recorded sessions', () => {
  const page = pageOf([session]);

  it('begins with the recorded cost of loops', () => {
    assert.match(page, /<dt>5,300<\/dt><dd>of 90,700 recorded tokens went into these calls/);
    assert.match(page, /Calls from that point on: 1,200\./);
  });

  it('shows what they cost if that is known', () => {
    assert.doesNotMatch(page, /cost/);
    const priced = { ...loop, tokensAfterStop: { ...loop.tokensAfterStop, dollars: 1.704 } };
    assert.match(pageOf([{ ...session, loops: [priced] }]), /these calls<small>They cost \$1\.70\./);
  });

  it('says where it looked if there was no session', () => {
    const text = pageOf([]).replace(/<style>[^]*<\/style>|<[^>]*>/g, ' ');
    assert.match(text, /calls were found\. Scanned: 30 days of sessions in Claude Code, .*\.\s*$/);
  });

  it('has a row for each loop', () => {
    const text = page.replace(/<[^>]*>/g, '|');
    assert.match(text, /identical calls\|+Claude Code\|+2026-01-07\|+stop at 4\|+1,200\|+5,300\|/);
    assert.match(pageOf([{ ...session, loops: [{ ...loop, stoppedAt: undefined }] }]), /warning at 3/);
  });

  it('says which loops get a second chance first', () => {
    const text = pageOf([{ ...session, loops: [loop, { ...loop, hasSecondChance: true }] }]).replace(/<[^>]*>/g, '|');
    assert.match(text, /With a second chance first: 1\. Calls from that point on: 2,400\.[^]*second chance at 4/);
  });

  it('escapes every text, runs no script, and loads nothing', () => {
    assert.ok(!page.includes('<img') && !page.includes('/<s>'));
    assert.doesNotMatch(page, /<script|url\(|<link|href=| style=/);
  });

  it('says that no agent looped', () => {
    const calm = pageOf([{ ...session, loops: [] }]);
    assert.match(calm, /<dt>0<\/dt><dd>loops would have been stopped/);
    assert.doesNotMatch(calm, /<table/);
  });
});
