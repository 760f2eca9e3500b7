import { readdirSync } from 'node:fs';

/** The path of the extension's package, from the root of the repository; `TOOL_LOOP_TEST_VSIX` names another one. */
export function findVsix(): string {
  const vsix =
    process.env['TOOL_LOOP_TEST_VSIX'] ?? readdirSync('.').find((name) => /^tool-loop-guard-.*\.vsix$/.test(name));
  if (vsix === undefined) {
    throw new Error('There is no VSIX; run "npm run package" first');
  }
  return vsix;
}
