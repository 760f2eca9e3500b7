import assert from 'node:assert/strict';
import { FORMATS } from '../../../scripts/eval/benchmark/formats';
import { decodedId, encodedId } from '../../../scripts/eval/benchmark/labels';
import type { RecordedCall } from '../../../scripts/eval/benchmark/recordedCall';

/** Invented recordings in each format. */
const read = (format: string, text: string): RecordedCall[] => FORMATS[format]?.read(text)('any') ?? [];

const call = (id: string, sent: string): object => ({ id, function: { name: 'run_command', arguments: sent } });

describe('the formats of agents in a terminal', () => {
  it('are read: NYU CTF, without the demonstration and the second copies', () => {
    const at = '2024-04-27T08:07:52+00:00';
    const messages = [
      [at, { role: 'user', content: "First let's make sure you know how to use tools. Who are you?" }],
      [at, { role: 'assistant', content: null, tool_calls: [call('call-1', '{"command":"whoami"}')] }],
      [at, { role: 'tool', tool_call_id: 'call-1', content: '{"returncode":0}' }],
      [at, { role: 'user', content: 'Find the flag.' }],
      [at, { text: 'Let us look.' }],
      [at, { role: 'assistant', content: null, tool_calls: [call('call-1', '{"command":"ls"}'), call('call-2', '7')] }],
      [at, { role: 'tool', tool_call_id: 'call-1', content: '{"stdout":"","returncode":2,"timed_out":false}' }],
      [at, { role: 'tool', tool_call_id: 'call-2', content: 'no such tool' }],
      [at, { role: 'user', content: '```xml\n<function_results>\n</function_results>' }],
      { role: 'assistant', tool_calls: [call('call-3', '{"command":"nc"}')] },
      { role: 'tool', tool_call_id: 'call-3', content: '{"returncode":null,"timed_out":true}' },
    ];
    assert.deepEqual(
      read('nyuCtf', JSON.stringify({ messages })).map((made) => [
        made.arguments,
        made.isError,
        made.userTurnBefore,
        made.turn,
      ]),
      [
        [{ command: 'ls' }, true, true, 0],
        ['7', false, false, 0],
        [{ command: 'nc' }, true, false, 1],
      ],
    );
  });

  for (const format of ['enigma', 'multiSweBench']) {
    it(`are read: ${format}, its own commands and those of the shell`, () => {
      const trajectory = [
        { action: 'debug_start a.out\n', observation: 'Breakpoint 1' },
        { action: '', observation: 'Your output was not formatted correctly' },
        { action: '\npython a.py\n', observation: 'Traceback (most recent call last):' },
        { action: 'submit', observation: null },
        { action: 'exit_cost', observation: '' },
      ];
      assert.deepEqual(
        read(format, JSON.stringify({ trajectory })).map((made) => [
          made.name,
          made.arguments,
          made.result,
          made.isError,
          made.turn,
        ]),
        [
          ['debug_start', { args: 'a.out' }, 'Breakpoint 1', false, 0],
          ['bash', { command: 'python a.py' }, 'Traceback (most recent call last):', true, 2],
          ['submit', {}, undefined, false, 3],
        ],
      );
    });
  }

  it('are read: Terminal-Bench, the terminal’s output', () => {
    const step = (number: number, command: string, shown: string): string =>
      `\nmini-swe-agent (step ${number}, $0.01):\nLet us see.\n\n\`\`\`bash\n${command}\n\`\`\`\n${shown}`;
    const user = '\nUser:\n';
    const text =
      '$ mini -m claude\r\nmini-swe-agent \x1b[31m(step 0, $0.00)\x1b[0m:\nNo command.\n' +
      step(1, 'ls', `${user}<returncode>0</returncode>\n<output>\na\n</output>\n`) +
      step(2, 'make', `${user}<returncode>2</returncode>\n<output>\nno rule\n</output>\n`) +
      step(3, 'sleep 9', '');
    assert.deepEqual(
      read('terminalBench', text).map((made) => [made.arguments, made.result, made.isError, made.turn]),
      [
        [{ command: 'ls' }, '<returncode>0</returncode>\n<output>\na\n</output>', false, 1],
        [{ command: 'make' }, '<returncode>2</returncode>\n<output>\nno rule\n</output>', true, 2],
        [{ command: 'sleep 9' }, undefined, false, 3],
      ],
    );
  });

  it('have IDs with any character, encoded where they are published', () => {
    const id = "2022/CSAW/M@sTEr 0F PrN9/it's über!.1";
    assert.match(encodedId(id), /^[\w./%-]+$/);
    assert.equal(decodedId(encodedId(id)), id);
  });
});
