import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Compression } from '../../engine/ports';

/** Deflated texts, as one character of one byte for each byte. */
export const compression: Compression = {
  compressed: (text) => deflateRawSync(text).toString('latin1'),
  original: (compressed) => inflateRawSync(Buffer.from(compressed, 'latin1')).toString(),
};
