import assert from 'node:assert/strict';
import { withoutVolatile } from '../../../src/engine/facts/volatile';

describe('volatile parts', () => {
  it('don’t make an answer new', () => {
    const pairs: [string, string][] = [
      ['Wall time: 5.0012 seconds\nno output', 'Wall time: 4.9987 seconds\nno output'],
      ['[2026-01-31T12:34:56.789Z] connection refused', '[2026-01-31T12:35:01.002Z] connection refused'],
      ['see _logs/2026-01-31T12_34_56_789Z-debug-0.log', 'see _logs/2026-02-01T09_00_01_002Z-debug-0.log'],
      ['<shellId: 7 still running>', '<shellId: 12 still running>'],
      ['Process Group PGID: 4711', 'Process Group PGID: 12'],
      ['{"chunk_id":"8b8532","output":""}', '{"chunk_id":"25c8ac","output":""}'],
      ['Command running in background with ID: bzv34fdy5', 'Command running in background with ID: bnp1iezq4'],
      ['see /tmp/run-8f3a/log.txt', 'see /tmp/run-77ce/log.txt'],
      ['id 3f2504e0-4f89-11d3-9a0c-0305e82c3301', 'id 6fa459ea-ee8a-3ca4-894e-db77e160355e'],
      ['ok in 12.3s', 'ok in 9.1s'],
      ['The current time is 12:00:01', 'The current time is 12:00:02'],
      ['\u001b[31mred\u001b[0m', 'red'],
    ];
    for (const [left, right] of pairs) {
      assert.equal(withoutVolatile(left), withoutVolatile(right));
    }
  });

  it('never hide a change', () => {
    const pairs: [string, string][] = [
      ['3 failed in 2s', '2 failed in 2s'],
      ['310 waiting', '311 waiting'],
      ['see /src/a.ts', 'see /src/b.ts'],
      ['line 7', 'line 8'],
      ['see 2026-01-31_report.md', 'see 2026-02-01_report.md'],
    ];
    for (const [left, right] of pairs) {
      assert.notEqual(withoutVolatile(left), withoutVolatile(right));
    }
  });

  it('are kept in measurements', () => {
    for (const answer of ['benchmark parse: 31.2 ms', 'p99 12 ms, stddev 3 ms']) {
      assert.equal(withoutVolatile(answer), answer);
    }
    const [first, second] = ['10:00:01', '10:00:04'].map((at) => `2026-01-31 ${at} benchmark parse: 31.2 ms`);
    assert.equal(withoutVolatile(first ?? ''), withoutVolatile(second ?? ''));
  });
});
