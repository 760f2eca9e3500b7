// `node scripts/notices.mjs`: writes THIRD-PARTY-NOTICES.md with the packages that esbuild bundled, and their licences.
import { build as esbuild } from 'esbuild';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const NAME = 'THIRD-PARTY-NOTICES.md';

const INTRODUCTION = `# Third-party notices

The program files of Tool Loop Guard (\`dist/\` and \`plugin/\`) contain the packages below, and nothing else that is
not ours. \`node scripts/notices.mjs\` writes this page from what the bundler took in.
`;

/** @returns {Promise<string>} @throws if a bundled package has no licence or licence text */
export async function notices() {
  const bundles = createRequire(import.meta.url)('../esbuild.js');
  const { options, extensionOptions, pluginOptions, telemetryOptions } = bundles;
  const programs = [options, extensionOptions, pluginOptions, telemetryOptions('dist')];
  const others = [bundles.repositoryOptions, bundles.opencodeOptions, bundles.libraryOptions('esm')];
  const builds = await Promise.all(
    [...programs, ...others].map((each) =>
      esbuild({ ...each, outdir: join(ROOT, 'dist'), absWorkingDir: ROOT, metafile: true, write: false }),
    ),
  );
  // Excludes files that esbuild read but left out.
  const taken = builds.flatMap(({ metafile }) =>
    Object.values(metafile.outputs).flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
    ),
  );
  const packages = new Set(taken.flatMap(packageOf));
  return [INTRODUCTION, ...[...packages].sort().map(entry)].join('\n');
}

function packageOf(/** @type {string} */ input) {
  const [, path] = /(?:^|\/)node_modules\/(?!.*\/node_modules\/)(.+)$/.exec(input) ?? [];
  if (path === undefined) return [];
  const folder = input.slice(0, input.length - path.length);
  const [scope = '', name = ''] = path.split('/');
  return [folder + (scope.startsWith('@') ? `${scope}/${name}` : scope)];
}

function entry(/** @type {string} */ folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(ROOT, folder)).find((candidate) => /^licen[cs]e/i.test(candidate));
  if (typeof license !== 'string' || file === undefined) throw new Error(`${name} has no licence.`);
  const text = readFileSync(join(ROOT, folder, file), 'utf8')
    .trim()
    .replace(/\r\n/g, '\n');
  return `## ${name} ${version} (${license})\n\n\`\`\`text\n${text}\n\`\`\`\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(ROOT, NAME), await notices());
