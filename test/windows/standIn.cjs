// Replaces hook.js in tests of the command text alone: reports its input, and ends with an error.
const { createHash } = require('node:crypto');

const sum = createHash('sha256');
process.stdin.on('data', (chunk) => sum.update(chunk));
process.stdin.on('end', () => {
  const told = { file: __filename, electronRunAsNode: process.env.ELECTRON_RUN_AS_NODE, input: sum.digest('hex') };
  process.stdout.write(JSON.stringify(told), () => process.exit(2));
});
