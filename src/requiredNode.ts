// Imported first by each program that another Node than ours may start: the rest doesn't load before Node 20.
const [program = '', command] = process.argv.slice(1);
const { node: version } = process.versions;

if (Number.parseInt(version, 10) < 20) {
  process.stderr.write(`Tool Loop Guard needs Node 20 or later, and this is Node ${version}. No call is checked.\n`);
  // A hook that ends with any code but 0 would block the call.
  process.exit(command === 'hook' || /hook/i.test(program) ? 0 : 1);
}
