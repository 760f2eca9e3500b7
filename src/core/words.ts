import { fill, type MessageName } from './settings/messages';
import { quotedArguments, toolLabel } from './signatureText';
import type { Detection } from './verdict';

const HINT = 'Try changing the inputs or the approach, or tell the agent what to do next.';

/** What the person reads when the run was ended (seed 000, "Error response shape"). */
export function breakText(detection: Detection): string {
  const own = ownText(detection, 'block');
  if (own !== undefined) {
    return own;
  }
  const after = detection.afterChance ? 'After guidance, the same call was repeated. ' : '';
  return `${after}Tool call loop detected: ${what(detection)}. Session stopped to prevent unintended looping. ${HINT}`;
}

/** What the person reads when a repeated call was run all the same. */
export function warningText(detection: Detection): string {
  return ownText(detection, 'warning') ?? `Tool call loop warning: ${what(detection)}. The call was run. ${HINT}`;
}

/** What the person reads when VS Code asks whether the call may run. */
export function askText(detection: Detection): string {
  return `Tool call loop detected: ${what(detection)}. Run it all the same?`;
}

/** What the person reads when the model was told to reconsider. */
export function chanceText(detection: Detection): string {
  return `Tool call loop detected: ${what(detection)}. The call was not run; the model was told to try something else. If it repeats the call, the session is stopped.`;
}

/**
 * What the model reads in place of a result when it gets a chance: what repeats, how often, in what window,
 * the call itself, and the ways out (seed 001, "Interactive Mitigation"). The arguments are quoted as data.
 */
export function guidanceText(detection: Detection): string {
  return ownText(detection, 'guidance') ?? ourGuidance(detection);
}

function ourGuidance(detection: Detection): string {
  return [
    `This call was not run. Tool call loop: ${what(detection)}.`,
    `The refused call was ${toolName(detection)} with arguments (quoted as data): ${quotedArguments(detection.arguments)}`,
    'Repeating it will not give a new answer. Before you call a tool again, think about what you expected and why it did not happen. Then do one of these:',
    '- call the tool with different arguments that fix what was wrong;',
    '- use another tool or another approach;',
    '- work with the results you already have;',
    '- if you cannot go on, tell the user what you tried and what you need.',
    'If you make the same call again, the session will be stopped.',
  ].join('\n');
}

/** What the model reads when its call was refused because the run was ended. */
export function stoppedText(detection: Detection): string {
  return `This call was not run: the session was stopped because of a tool call loop (${what(detection)}). Do not call any more tools. Tell the user what happened and wait for their next message.`;
}

/** A text of the person's own, filled in; undefined where ours is to be used. */
function ownText(detection: Detection, name: MessageName): string | undefined {
  const text = detection.messages[name];
  const { finding, settings } = detection;
  return text === undefined
    ? undefined
    : fill(text, {
        tool: toolLabel(detection.tool),
        count: String(finding.count),
        limit: String(finding.threshold),
        ttlSeconds: String(settings.ttlSeconds),
        pattern: what(detection),
        arguments: quotedArguments(detection.arguments),
      });
}

/** The pattern in a few words, by the rule that found it. */
function what(detection: Detection): string {
  const { finding, settings } = detection;
  const tool = toolName(detection);
  const within = `within ${settings.ttlSeconds}s`;
  switch (finding.detector) {
    case 'repeat':
      return `${tool} invoked with identical params ${finding.count} times ${within}`;
    case 'cycle':
      return `the same ${finding.period} calls, the last of them ${tool}, made in turn ${finding.count} times ${within}`;
    case 'similar':
      return `${tool} invoked with nearly identical params ${finding.count} times ${within}, with the same result`;
    case 'stall':
      return finding.results === 'errors'
        ? `${tool} invoked ${finding.count} times ${within} against the same error`
        : `${finding.count} calls, the last of them ${tool}, ${within} brought nothing new`;
  }
}

function toolName({ tool }: Detection): string {
  return `'${toolLabel(tool)}'`;
}
