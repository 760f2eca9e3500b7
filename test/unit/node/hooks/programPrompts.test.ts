import assert from 'node:assert/strict';
import { PROGRAM_PROMPTS, programPrompt } from '../../../../src/node/wire/programPrompts';

describe('prompts that programs write', () => {
  for (const { harnesses, begins, purpose, examples, counterExamples } of PROGRAM_PROMPTS) {
    describe(`${harnesses.join(', ')} ${begins.source}`, () => {
      for (const example of examples) {
        it(`isn’t a user’s: ${JSON.stringify(example.slice(0, 60))}`, () => {
          for (const harness of [...harnesses, undefined]) {
            assert.equal(programPrompt(harness, example)?.purpose, purpose);
            assert.equal(programPrompt(harness, `\n${example}\n`)?.purpose, purpose);
          }
        });
      }

      for (const text of [...counterExamples, ...examples.map((example) => `What is this?\n\n${example}`)]) {
        it(`is a user’s: ${JSON.stringify(text.slice(0, 60))}`, () => {
          harnesses.forEach((harness) => assert.equal(programPrompt(harness, text), undefined));
        });
      }
    });
  }

  it('are specific to the harness that submits them', () => {
    assert.equal(programPrompt('codex', '<task-notification>\n</task-notification>'), undefined);
  });

  it('are equal even if their IDs differ', () => {
    const notice = (id: string): string | undefined =>
      programPrompt(
        'claude',
        `<task-notification>\n<task-id>${id}</task-id>\n<tool-use-id>toolu_${id}</tool-use-id>\n` +
          `<output-file>/t/${id}.output</output-file>\n<status>failed</status>\n</task-notification>`,
      )?.notice;
    assert.equal(notice('b1'), notice('b2'));
    assert.match(notice('b1') ?? '', /<status>failed<\/status>/);
  });
});
