// `npm run test:fast [FOLDER or FILE …] [-- --watch] [-- options of Mocha]`: tests to run while you work; by default,
// unit tests and trajectories.
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { runMocha } from './mocha.mjs';

const given = process.argv.slice(2);
const isPath = (/** @type {string} */ argument) => statSync(argument, { throwIfNoEntry: false }) !== undefined;
const paths = given.filter(isPath);
const chosen = paths.length > 0 ? paths : ['test/unit', 'test/trajectories'];
const files = chosen.map((path) => (statSync(path).isDirectory() ? `${path}/**/*.test.ts` : path));
const options = given.filter((argument) => !isPath(argument));
const watching = options.includes('--watch') ? ['--watch-files', 'src/**/*,test/**/*'] : [];
// In parallel, which isn't worthwhile for one folder.
const parallel = paths.length > 0 ? [] : ['--parallel', '--jobs', String(availableParallelism())];
runMocha([...files, ...options, ...watching, ...parallel]);
