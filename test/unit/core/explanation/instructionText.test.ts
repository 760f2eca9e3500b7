import assert from 'node:assert/strict';
import { instructionText } from '../../../../src/core/words/modelTexts';
import { DETECTORS } from '../../../../src/engine/rules/registry';
import type { Detection } from '../../../../src/engine/decision/verdict';

const of = (detector: string, tool = 'read_file', results = 'same'): string =>
  instructionText({ finding: { detector, results }, tool } as unknown as Pick<Detection, 'finding' | 'tool'>);

describe('an instruction that a loop teaches', () => {
  it('is one line of a list for each kind of loop, and says what to do instead', () => {
    for (const { id } of DETECTORS) {
      const line = of(id);
      assert.match(line, /^- [A-Z][^\n]*\.$/, id);
      assert.ok(line.split('. ').length >= 2 || /, or ask\.$/.test(line), line);
    }
  });

  it('names the tool of the loop, and lets no name become markup', () => {
    assert.match(of('repeat'), /^- Do not call `read_file` again with the same arguments/);
    assert.match(of('stall', 'a`b', 'errors'), /^- When `a_b` fails twice/);
  });
});
