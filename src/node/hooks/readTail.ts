import { constants, open } from 'node:fs/promises';

/**
 * The end of a file as text; its first line may be cut.
 * @throws when the file cannot be read
 */
export async function readTail(path: string, mostBytes: number): Promise<string> {
  // A pipe in place of the file would otherwise be waited for.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = await file.stat();
    const length = Math.min(size, mostBytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: size - length });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
