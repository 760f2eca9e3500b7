import type { Format, RecordedCall } from '../recordedCall';

const SUBMISSION = 'results/terminal-bench-core@0.1.1/20250825_swe-agent-mini_claude-4-sonnet';

/** Colors, cursor movements, and carriage returns. */
const CONTROLS = /\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\r/g;
const BEGINNING = 'mini -m ';
const STEP = /\nmini-swe-agent \(step \d+, \$[\d.]+\):\n/;
const COMMAND = /```bash\s*\n(.*?)\n```/s;
const ANSWER = /\nUser:\n/;
const OUTPUT = new RegExp(
  String.raw`<returncode>.*?</output>|` +
    String.raw`<returncode>.*?</returncode>\s*(?:<output_head>.*?</output_tail>|<warning>.*?</output_tail>)?`,
  's',
);
const EXIT_CODE = /<returncode>(-?\d+)/;

/** mini-swe-agent on Terminal-Bench: the terminal's output. Wrapped lines stay wrapped. */
export const terminalBench: Format = {
  fileOf: (id) => {
    const [run = '', task = ''] = id.split('/');
    return `${SUBMISSION}/${id}/${task}.1-of-1.${run}/sessions/agent.log`;
  },
  read: (text) => {
    const shown = text.replace(CONTROLS, '');
    const steps = shown.slice(Math.max(0, shown.indexOf(BEGINNING))).split(STEP);
    return () => steps.slice(1).flatMap((step, turn) => callOf(step, turn) ?? []);
  },
};

/** @returns undefined for a model's answer without a command */
function callOf(step: string, turn: number): RecordedCall | undefined {
  const command = COMMAND.exec(step);
  const answer = ANSWER.exec(step);
  if (command === null || (answer !== null && command.index > answer.index)) {
    return undefined;
  }
  const shown = answer === null ? undefined : step.slice(answer.index + answer[0].length).trim();
  const result = shown === undefined ? undefined : (OUTPUT.exec(shown)?.[0] ?? shown);
  const code = EXIT_CODE.exec(result ?? '')?.[1];
  return {
    name: 'bash',
    arguments: { command: command[1]?.trim() ?? '' },
    result,
    isError: code !== undefined && code !== '0',
    userTurnBefore: turn === 0,
    turn,
  };
}
