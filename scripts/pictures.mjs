// `npm run pictures`: takes the pictures in media/ again in a real VS Code, and compresses them. With `-- --encode`, it
// only compresses the latest ones again. All pictures are in out/pictures, including some that are shown nowhere.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { cropStop } from './croppedStop.mjs';

const TAKEN = join('out', 'pictures');
const SHOWN = 'media';

const NAMES = ['stop', 'protection', 'mode', 'menu', 'timeline'].flatMap((name) =>
  ['dark', 'light'].map((theme) => `${name}-${theme}`),
);

const FILM = 'try-it';
/** Except for the end, nothing in the film stands still for longer than this. */
const LONGEST_MS = 1_500;
const END_MS = 4_000;
/** Pictures of waiting follow each other this slowly. */
const SHORTEST_MS = 100;

if (!process.argv.includes('--encode')) {
  must('npm run --silent package');
  must('node scripts/build-tests.mjs');
  must('npx tsx test/host/runTest.ts pictured filmed');
  must('npx mocha test/agentHost/pictures.ts');
}
for (const name of NAMES) {
  const small = join(SHOWN, `${name}.png`);
  await sharp(join(TAKEN, `${name}.png`))
    .png({ palette: true, colours: 96, dither: 0, effort: 10, compressionLevel: 9 })
    .toFile(small);
  say(small);
}
for (const theme of ['dark', 'light']) {
  const cropped = join(SHOWN, `loop-${theme}.png`);
  await cropStop(join(SHOWN, `stop-${theme}.png`), cropped);
  say(cropped);
}
await encodeFilm();

async function encodeFilm() {
  // If animation is turned off, only the first picture is visible, so it shows the loop.
  const frames = [...(await timedFrames('looping', END_MS)), ...(await timedFrames('asked', LONGEST_MS))];
  const delay = frames.map((frame) => frame.delay);
  const film = join(SHOWN, `${FILM}.gif`);
  await sharp(
    frames.map(({ path }) => path),
    { join: { animated: true } },
  )
    .gif({ delay, loop: 0, colours: 64, dither: 0, effort: 8 })
    .toFile(film);
  const seconds = delay.reduce((sum, each) => sum + each, 0) / 1_000;
  say(film, `, ${frames.length} pictures, ${seconds.toFixed(1)} s`);
}

/** @param {string} part of the film @param {number} lastMs how long its last picture is shown */
async function timedFrames(part, lastMs) {
  const taken = await differentFrames(join(TAKEN, `${FILM}-${part}`));
  return taken.map(({ path, at }, index) => {
    const next = taken[index + 1];
    return { path, delay: next ? Math.min(LONGEST_MS, Math.max(SHORTEST_MS, next.at - at)) : lastMs };
  });
}

/** @param {string} folder of pictures named by the millisecond in which they were taken */
async function differentFrames(folder) {
  const frames = [];
  let last = Buffer.alloc(0);
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const seen = await sharp(path).removeAlpha().raw().toBuffer();
    if (!seen.equals(last)) frames.push({ path, at: parseInt(name, 10) });
    last = seen;
  }
  return frames;
}

/** @param {string} command */
function must(command) {
  if (spawnSync(command, { shell: true, stdio: 'inherit' }).status !== 0) throw new Error(`${command} failed`);
}

/** @param {string} path @param {string} [more] */
function say(path, more = '') {
  console.log(`${path}: ${Math.round(statSync(path).size / 1024)} KB${more}`);
}
