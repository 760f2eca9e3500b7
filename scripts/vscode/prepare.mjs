// Installs what Agent Host sessions need, including the VS Code Server and a browser, unless it is there.
import { ensureChromium } from '../bootstrap.mjs';
import { ensureAgentHost } from './agentHost.mjs';

ensureAgentHost();
ensureChromium();
