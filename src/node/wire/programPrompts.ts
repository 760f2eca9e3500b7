/** `continued` makes an agent continue that had ended; `woken` begins a turn, or reports something that happened. */
type Purpose = 'continued' | 'woken';

/** Prompts that a program submits as if a person had written them. */
interface ProgramPromptShape {
  readonly harnesses: readonly string[];
  readonly purpose: Purpose;
  readonly begins: RegExp;
  /** Text that a person adds after it makes it a message. Absent if the end differs. */
  readonly ends?: readonly string[];
  /** Ids and paths that differ each time. */
  readonly ids?: RegExp;
  readonly examples: readonly string[];
  readonly counterExamples: readonly string[];
}

/** The examples are the tests. */
export const PROGRAM_PROMPTS: readonly ProgramPromptShape[] = [
  {
    // VS Code 1.139, for commands that run in a background terminal.
    harnesses: ['vscode'],
    purpose: 'woken',
    begins: /^\[Terminal [\w-]{1,64} notification: (?:command |terminal exited)/,
    examples: [
      '[Terminal 0b8f3a4e-3d1c-4b43-9a53-6f0f1d1c2e6b notification: command completed with exit code 1. The terminal ' +
        'has been cleaned up.]\nTerminal output:\nError: port 3000 in use',
      '[Terminal 3 notification: command completed. Use send_to_terminal to send another command or kill_terminal to ' +
        'stop it.]\nTerminal output:\n',
      '[Terminal 3 notification: command may be waiting for input — assess the output below.]\nGo on?',
      '[Terminal 3 notification: terminal exited with exit code 2. The terminal process ended before the command ' +
        'could complete normally; further commands cannot be sent to this terminal ID.]\nTerminal output:\n',
    ],
    counterExamples: [
      'Why did I get "[Terminal 3 notification: command completed."?',
      '[Terminal] What is that notification: a bug?',
    ],
  },
  {
    // Claude Code 2.1.330: the end of a background command, subagent, or monitor. Qwen Code has the same.
    harnesses: ['claude', 'qwen'],
    purpose: 'woken',
    begins: /^(?:\[SYSTEM NOTIFICATION - NOT USER INPUT\]\s{0,4})?<task-notification\b/,
    ends: ['</task-notification>'],
    ids: /<(?:task-id|tool-use-id|output-file)>[^<]{0,500}<\/(?:task-id|tool-use-id|output-file)>\s?/g,
    examples: [
      '<task-notification>\n<task-id>b6r55kdwc</task-id>\n<tool-use-id>toolu_1_0</tool-use-id>\n<output-file>/tmp/' +
        'b6r55kdwc.output</output-file>\n<status>failed</status>\n<summary>Background command "x" failed with exit ' +
        'code 1</summary>\n</task-notification>',
      '[SYSTEM NOTIFICATION - NOT USER INPUT]\n<task-notification>\n<task-id>a1</task-id>\n</task-notification>\n',
    ],
    counterExamples: [
      '<task-notification>\n<task-id>b6</task-id>\n</task-notification>\nWhat does this mean?',
      'It says <task-notification><task-id>b6</task-id></task-notification>',
    ],
  },
  {
    // Claude Code 2.1.330, as read in its program: messages of other agents and sessions, and its own clock.
    harnesses: ['claude'],
    purpose: 'woken',
    begins: /^<(?:cross-session-message|agent-message|teammate-message|coordinator-relay|tick)[\s>]/,
    ends: ['</cross-session-message>', '</agent-message>', '</teammate-message>', '</coordinator-relay>', '</tick>'],
    examples: [
      '<cross-session-message from="local_1">\nThe build is green.\n</cross-session-message>',
      '<teammate-message teammate_id="lead">\nTake the next task.\n</teammate-message>',
      '<agent-message from="a1">Done.</agent-message>',
      '<tick>10:00:00</tick>',
    ],
    counterExamples: ['<teammate-message> is what I get, why?', 'Send a <tick>1</tick>', '<ticket>7</ticket>'],
  },
  {
    // Copilot CLI 1.0.102 and its runtime in VS Code: the end of a background command or agent.
    harnesses: ['copilot'],
    purpose: 'woken',
    begins: /^<system_notification>/,
    ends: ['</system_notification>'],
    ids: /\(shellId: [^)]{1,40}\)/g,
    examples: [
      '<system_notification>\nShell command "Start the server" (shellId: 0) has exited with exit code 1.\n' +
        '</system_notification>',
      '<system_notification>\nAgent "part" is now idle.\n</system_notification>',
    ],
    counterExamples: [
      '<system_notification>\nAgent "part" is now idle.\n</system_notification>\nWho is that?',
      'I read <system_notification>Agent "part" is now idle.</system_notification>',
    ],
  },
  {
    // Copilot CLI 1.0.102: autopilot, if the model stopped before it called `task_complete`.
    harnesses: ['copilot'],
    purpose: 'continued',
    begins: /^You have not yet marked the task as complete/,
    examples: [
      'You have not yet marked the task as complete using the task_complete tool. If you were planning, stop ' +
        'planning and start implementing.',
    ],
    counterExamples: ['Why does it say "You have not yet marked the task as complete"?'],
  },
  {
    // Gemini CLI 0.61, as read in its program: the model said nothing, or something unreadable.
    harnesses: ['gemini'],
    purpose: 'continued',
    begins: /^System: Please continue\.$/,
    examples: ['System: Please continue.'],
    counterExamples: ['Please continue.', 'System: Please continue. And add a test.'],
  },
];

/** Undefined for a message of the user, even if it quotes such a prompt. @param harness undefined if unknown */
export function programPrompt(
  harness: string | undefined,
  prompt: string,
): { readonly purpose: Purpose; readonly notice: string } | undefined {
  const text = prompt.trim();
  const shape = PROGRAM_PROMPTS.find(
    ({ harnesses, begins, ends }) =>
      (harness === undefined || harnesses.includes(harness)) &&
      begins.test(text) &&
      (ends === undefined || ends.some((end) => text.endsWith(end))),
  );
  return shape && { purpose: shape.purpose, notice: shape.ids === undefined ? text : text.replace(shape.ids, '') };
}
