// Imported first by each program that may be started by another Node than ours: the rest does not load before Node 20.
const { argv, stderr, versions } = process;
const [program = '', command] = argv.slice(1);

if (Number.parseInt(versions.node, 10) < 20) {
  stderr.write(`Tool Loop Guard needs Node 20 or later, and this is Node ${versions.node}. No call is checked.\n`);
  // A hook that ends with another code than 0 would block the call.
  process.exit(command === 'hook' || /hook/i.test(program) ? 0 : 1);
}
