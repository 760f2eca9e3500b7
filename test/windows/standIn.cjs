// Stands for hook.js where only the command text is on trial: tells what reached it, and ends in an error.
const { createHash } = require('node:crypto');

const sum = createHash('sha256');
process.stdin.on('data', (chunk) => sum.update(chunk));
process.stdin.on('end', () => {
  const told = { file: __filename, electronRunAsNode: process.env.ELECTRON_RUN_AS_NODE, input: sum.digest('hex') };
  process.stdout.write(JSON.stringify(told), () => process.exit(2));
});
