import { approveAll, CopilotClient, defineTool } from '@github/copilot-sdk';
import { Guard } from 'tool-loop-guard';
import { loopHooks } from 'tool-loop-guard/copilot-sdk';
import { answer, finish, IS_GUARDED, OPTIONS, read } from './model.mjs';
import { serve } from './modelServer.mjs';

const server = await serve(answer, 'read');
const home = process.env.HOME;
const client = new CopilotClient({
  workingDirectory: home,
  baseDirectory: home,
  useLoggedInUser: false,
  logLevel: 'none',
  env: { PATH: process.env.PATH, HOME: home },
});
const guard = new Guard(OPTIONS);
const { hooks, endOnLoop } = loopHooks(guard);
const session = endOnLoop(
  await client.createSession({
    model: 'scripted',
    provider: { type: 'openai', wireApi: 'completions', baseUrl: `${server.origin}/v1`, apiKey: 'none' },
    onPermissionRequest: approveAll,
    tools: [
      defineTool('read', {
        description: 'Reads a file.',
        parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        handler: ({ path }) => read(path),
      }),
    ],
    ...(IS_GUARDED ? { hooks } : {}),
  }),
);
await session.sendAndWait({ prompt: 'Read.' }, 60_000);
finish(guard.stopped(session.sessionId)?.forPerson ?? '');
await client.stop();
server.close();
