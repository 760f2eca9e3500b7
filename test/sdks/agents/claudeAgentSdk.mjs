import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk';
import { Guard } from 'tool-loop-guard';
import { loopHooks } from 'tool-loop-guard/claude-agent-sdk';
import { z } from 'zod';
import { answer, finish, IS_GUARDED, OPTIONS, read } from './model.mjs';
import { serve } from './modelServer.mjs';

const TOOL = 'mcp__files__read';
const server = await serve(answer, TOOL);
const reader = tool('read', 'Reads a file.', { path: z.string() }, async ({ path }) => ({
  content: [{ type: 'text', text: read(path) }],
}));
const options = {
  mcpServers: { files: createSdkMcpServer({ name: 'files', tools: [reader], alwaysLoad: true }) },
  allowedTools: [TOOL],
  settingSources: [],
  maxTurns: 50,
  cwd: process.env.HOME,
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ANTHROPIC_BASE_URL: server.origin,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  },
};
let told = '';
const hooks = loopHooks(new Guard({ ...OPTIONS, onDetection: (_, action) => (told = action) }));
for await (const message of query({ prompt: 'Read.', options: { ...options, ...(IS_GUARDED ? { hooks } : {}) } })) {
  if (message.type === 'result') finish(message.terminal_reason === 'hook_stopped' ? told : '');
}
server.close();
