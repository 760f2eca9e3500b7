// Installs what sessions of the Agent Host need, the VS Code Server and a browser included. What is there stays.
import { ensureChromium } from '../bootstrap.mjs';
import { ensureAgentHost } from './agentHost.mjs';

ensureAgentHost();
ensureChromium();
