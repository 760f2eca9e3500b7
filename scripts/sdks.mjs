// `npm run test:sdks [-- arguments of Mocha]`: runs the library's adapters in agents made with the real SDKs.
import { join } from 'node:path';
import { whyNotInstalled } from './installedPackages.mjs';
import { ROOT, runMocha } from './mocha.mjs';

const FOLDER = join(ROOT, '.vscode-test', 'sdks');

/** `ai` is in the documentation's examples; older versions are tested, too. */
const PACKAGES = {
  '@anthropic-ai/claude-agent-sdk': '0.3.330',
  '@github/copilot-sdk': '1.0.14',
  '@langchain/core': '1.4.0',
  '@openai/agents': '0.20.0',
  ai: '7.0.173',
  ai5: 'npm:ai@5.0.210',
  ai6: 'npm:ai@6.0.326',
  langchain: '1.5.14',
  zod: '4.6.7',
};

// Tests of packages that can't be installed are skipped.
const reason = whyNotInstalled(
  FOLDER,
  PACKAGES,
  'Installing the SDKs that the library has adapters for with npm, about 700 MB',
  ['--ignore-scripts'],
);
if (reason)
  console.log(
    `\nATTENTION: no adapter of the library is run in a real SDK: the SDKs could not be installed: ${reason}`,
  );
runMocha(['test/sdks/**/*.test.ts', ...process.argv.slice(2)], reason ? {} : { TOOL_LOOP_SDKS: FOLDER });
