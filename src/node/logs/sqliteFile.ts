import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';

const BEGINNING = 'SQLite format 3\0';
const UTF_8 = 1;
const NO_DATABASE = 'is no database of SQLite in UTF-8';
const FILE_HEADER_BYTES = 100;
const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

export const DAMAGED = 'is damaged, or was written while it was read';

const KINDS = { interior: 5, leaf: 13 } as const;

/** The table that names all others; it begins at the first page. */
const SCHEMA = ['type', 'name', 'tbl_name', 'rootpage', 'sql'];

/** The bytes of values of these types; the last two are 0 and 1. */
const TYPE_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

const NO_COLUMN = /^(?:constraint|primary|unique|check|foreign)\b/i;

type Value = string | number | undefined;

/** Reads each value on demand, so that many rows take little memory. */
export interface Row {
  value(column: string): Value;
}

/**
 * A read-only SQLite database, including what is in its log but not yet in its file: Node has no SQLite of its own
 * before 22.13. Source: https://sqlite.org/fileformat2.html
 */
export class SqliteFile {
  readonly #file: number;
  readonly #pageBytes: number;
  readonly #usable: number;
  readonly #newer = new Map<number, Buffer>();
  #newest: { readonly number: number; readonly page: Buffer } | undefined;

  /** @throws if the file can't be read, or isn't such a database */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    try {
      const header = Buffer.alloc(FILE_HEADER_BYTES);
      readSync(this.#file, header, 0, FILE_HEADER_BYTES, 0);
      if (header.toString('latin1', 0, BEGINNING.length) !== BEGINNING) {
        throw new Error(NO_DATABASE);
      }
      const bytes = header.readUInt16BE(16);
      this.#pageBytes = bytes === 1 ? 65_536 : bytes;
      this.#usable = this.#pageBytes - header.readUInt8(20);
      if (existsSync(`${path}-wal`)) {
        this.#readLog(readFileSync(`${path}-wal`));
      }
      // The first page of a new database may be in the log only.
      if (this.#page(1).readUInt32BE(56) !== UTF_8) {
        throw new Error(NO_DATABASE);
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  /** @throws if there is no such table */
  *rows(table: string): Generator<Row> {
    for (const row of this.#rowsBelow(1, SCHEMA)) {
      if (row.value('type') === 'table' && row.value('name') === table) {
        yield* this.#rowsBelow(Number(row.value('rootpage')), columnsIn(String(row.value('sql'))));
        return;
      }
    }
    throw new Error(`has no table "${table}"`);
  }

  /** A transaction counts once its last frame is there; frames with other salts are left over from before. */
  #readLog(log: Buffer): void {
    const frameBytes = FRAME_HEADER_BYTES + this.#pageBytes;
    let written: [number, Buffer][] = [];
    for (let at = WAL_HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
      if (log.compare(log, at + 8, at + 16, 16, 24) !== 0) {
        return;
      }
      written.push([log.readUInt32BE(at), log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes)]);
      if (log.readUInt32BE(at + 4) > 0) {
        written.forEach(([number, page]) => this.#newer.set(number, page));
        written = [];
      }
    }
  }

  #page(number: number): Buffer {
    if (this.#newest?.number !== number) {
      const page = this.#newer.get(number) ?? Buffer.alloc(this.#pageBytes);
      if (!this.#newer.has(number)) {
        readSync(this.#file, page, 0, this.#pageBytes, (number - 1) * this.#pageBytes);
      }
      this.#newest = { number, page };
    }
    return this.#newest.page;
  }

  *#rowsBelow(number: number, columns: readonly string[], seen = new Set<number>()): Generator<Row> {
    const page = this.#page(number);
    const start = number === 1 ? FILE_HEADER_BYTES : 0;
    const kind = page.readUInt8(start);
    if (seen.has(number) || (kind !== KINDS.interior && kind !== KINDS.leaf)) {
      throw new Error(DAMAGED);
    }
    seen.add(number);
    const cells = start + (kind === KINDS.leaf ? 8 : 12);
    for (let cell = 0; cell < page.readUInt16BE(start + 3); cell++) {
      const at = page.readUInt16BE(cells + 2 * cell);
      if (kind === KINDS.leaf) {
        yield { value: (column) => this.#value(number, at, columns.indexOf(column)) };
      } else {
        yield* this.#rowsBelow(page.readUInt32BE(at), columns, seen);
      }
    }
    if (kind === KINDS.interior) {
      yield* this.#rowsBelow(page.readUInt32BE(start + 8), columns, seen);
    }
  }

  #value(number: number, at: number, column: number): Value {
    const page = this.#page(number);
    const [size, afterSize] = varint(page, at);
    const [, start] = varint(page, afterSize);
    const local = page.subarray(start, start + this.#localBytes(size));
    const [headerBytes, afterHeader] = varint(local, 0);
    let offset = headerBytes;
    for (let [next, index] = [afterHeader, 0]; next < headerBytes; index++) {
      const [type, afterType] = varint(local, next);
      const end = offset + (type < 12 ? (TYPE_BYTES[type] ?? 0) : (type - (type % 2) - 12) / 2);
      if (index === column) {
        return valueOf(type, (end <= local.length ? local : this.#whole(page, start, size)).subarray(offset, end));
      }
      [next, offset] = [afterType, end];
    }
    return undefined;
  }

  #localBytes(size: number): number {
    if (size <= this.#usable - 35) {
      return size;
    }
    const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
    const local = least + ((size - least) % (this.#usable - 4));
    return local <= this.#usable - 35 ? local : least;
  }

  #whole(page: Buffer, start: number, size: number): Buffer {
    const end = start + this.#localBytes(size);
    const parts = [page.subarray(start, end)];
    const seen = new Set<number>();
    let next = page.readUInt32BE(end);
    for (let left = size - (end - start); left > 0; left -= this.#usable - 4) {
      if (next === 0 || seen.has(next)) {
        throw new Error(DAMAGED);
      }
      seen.add(next);
      const further = this.#page(next);
      parts.push(further.subarray(4, 4 + Math.min(left, this.#usable - 4)));
      next = further.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }
}

function varint(bytes: Buffer, start: number): readonly [number, number] {
  let value = 0;
  for (let at = start; at < start + 8; at++) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 127);
    if (byte < 128) {
      return [value, at + 1];
    }
  }
  return [value * 256 + bytes.readUInt8(start + 8), start + 9];
}

function valueOf(type: number, bytes: Buffer): Value {
  switch (type) {
    case 0:
      return undefined;
    case 6:
      return Number(bytes.readBigInt64BE(0));
    case 7:
      return bytes.readDoubleBE(0);
    case 8:
    case 9:
      return type - 8;
    default:
      return type < 12 ? bytes.readIntBE(0, bytes.length) : bytes.toString('utf8');
  }
}

function columnsIn(sql: string): string[] {
  const inner = sql
    .slice(sql.indexOf('(') + 1, sql.lastIndexOf(')'))
    .replaceAll(/'[^']*'/g, '')
    .replaceAll(/\([^()]*\)/g, '');
  return inner
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !NO_COLUMN.test(part))
    .map((part) => /^[`"[]?(\w+)/.exec(part)?.[1] ?? '');
}
