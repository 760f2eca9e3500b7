// What `npm start` shows: the agent is asked something, loops, and is stopped. VS Code runs this in its extension host.
import { extensions } from 'vscode';
import { say } from '../host/say';
import { call, newChat, ready, repeat, report, script, send } from './agent';
import { page } from './page';

const PROMPT = 'Why does the build fail?';
const LOOPING_CALL = call('scripted_probe', { path: 'src/app.ts' });

/** Shows the guard stopping a looping agent, and says what happened. */
export async function run(): Promise<void> {
  await ready();
  const guard = extensions.getExtension('tool-loop-guard.tool-loop-guard');
  say(
    `Tool Loop Guard ${String((guard?.packageJSON as { version?: string } | undefined)?.version)} is ` +
      `${guard?.isActive === true ? 'active' : 'NOT active'} in VS Code.`,
  );
  await newChat();
  await script(PROMPT, [...repeat(20, LOOPING_CALL), 'I cannot find it.']);
  say(
    `The agent is asked: "${PROMPT}" Its model (scripted, no account) wants to make the same tool call twenty times.`,
  );
  await send(PROMPT);
  const text = await page.waitForChat(/Loop stopped\./);
  const { requests, executions } = await report();
  say(
    `The agent made ${executions.length} calls, then it was stopped. The model was asked ${requests.length} ` +
      'times instead of 21.',
  );
  say('In the chat the person reads:');
  for (const line of text
    .slice(text.indexOf('Loop stopped.'))
    .split('\n')
    .filter((part) => part.trim() !== '')
    .slice(0, 7)) {
    say(`    ${line}`);
  }
  say(`Picture: ${await page.screenshot('start')}`);
}
