// Imported first by each program that may be started by another Node than ours: the rest does not load before Node 20.
const [program = '', command] = process.argv.slice(1);
const { node: version } = process.versions;

if (Number.parseInt(version, 10) < 20) {
  process.stderr.write(`Tool Loop Guard needs Node 20 or later, and this is Node ${version}. No call is checked.\n`);
  // A hook that ends with another code than 0 would block the call.
  process.exit(command === 'hook' || /hook/i.test(program) ? 0 : 1);
}
