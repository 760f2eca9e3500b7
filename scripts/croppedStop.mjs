// Makes the README's picture from that of a stop: without empty space, and with the hook's warning closed.
import sharp from 'sharp';

/** Rows of one color to keep between two parts. */
const MOST_EMPTY = 24;
const MARGIN = 24;
/** Below our button are VS Code's, which are narrow. */
const WIDE = 0.1;
const BELOW = 16;

/** @param {string} from @param {string} to @returns {Promise<void>} */
export async function cropStop(from, to) {
  const { data, info } = await sharp(from).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const lineBytes = width * channels;
  const lines = Array.from({ length: height }, (_, y) => data.subarray(y * lineBytes, (y + 1) * lineBytes));
  const kept = withoutEmpty(withoutBox(lines.map((line) => ({ line, share: shareOf(line, data, channels) }))));
  await sharp(Buffer.concat(kept.map(({ line }) => line)), { raw: { width, height: kept.length, channels } })
    .png({ palette: true, colours: 96, dither: 0, effort: 10, compressionLevel: 9 })
    .toFile(to);
}

/** @typedef {{ line: Buffer, share: number }} Line pixels, and the share that differs from the background */

/** @param {Buffer} line @param {Buffer} background @param {number} channels */
function shareOf(line, background, channels) {
  const pixels = line.length / channels - 2 * MARGIN;
  let different = 0;
  for (let x = MARGIN; x < MARGIN + pixels; x++) {
    let distance = 0;
    for (let channel = 0; channel < channels; channel++) {
      distance += Math.abs(line[x * channels + channel] - background[channel]);
    }
    if (distance > 12) different++;
  }
  return different / pixels;
}

/** The warning's box begins and ends with the first lines as wide as the chat. @param {Line[]} lines */
function withoutBox(lines) {
  const isBorder = ({ share }) => share > 0.8;
  const top = lines.findIndex(isBorder);
  const inside = lines.findIndex((line, y) => y > top && !isBorder(line));
  const bottom = lines.findIndex((line, y) => y > inside && isBorder(line));
  const end = lines.findIndex((line, y) => y > bottom && !isBorder(line));
  return top < 0 ? lines : [...lines.slice(0, top), ...lines.slice(end)];
}

/** @param {Line[]} lines */
function withoutEmpty(lines) {
  const last = lines.findLastIndex(({ share }) => share > WIDE);
  let empty = 0;
  return lines.slice(0, last + BELOW).filter(({ share }) => {
    empty = share === 0 ? empty + 1 : 0;
    return empty <= MOST_EMPTY;
  });
}
