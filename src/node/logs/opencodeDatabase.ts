import { DAMAGED, type Row, SqliteFile } from './sqliteFile';

/**
 * The sessions of opencode's database as lines of JSON, see {@link OpencodeSession}, one session after the other.
 * @throws when the file can't be read, or is no database of opencode's
 */
export function* opencodeLines(path: string): Generator<string> {
  const database = new SqliteFile(path);
  try {
    const messages = grouped(database.rows('message'), 'session_id', ['time_created', 'id']);
    const parts = grouped(database.rows('part'), 'message_id', ['id']);
    for (const session of sorted([...database.rows('session')], ['time_created', 'id'])) {
      const [id, parentId, updatedMs] = ['id', 'parent_id', 'time_updated'].map((column) => session.value(column));
      yield `${JSON.stringify({ opencode: 'session', id, parentId, updatedMs })}\n`;
      for (const message of messages(id)) {
        const messageId = JSON.stringify(message.value('id'));
        yield `{"opencode":"message","id":${messageId},"data":${message.value('data')}}\n`;
        for (const part of parts(message.value('id'))) {
          yield `{"opencode":"part","id":${messageId},"data":${part.value('data')}}\n`;
        }
      }
    }
  } catch (error) {
    throw error instanceof RangeError ? new Error(DAMAGED) : error;
  } finally {
    database.close();
  }
}

/** Rows by the value of a column, each group in the order of others. */
function grouped(
  rows: Iterable<Row>,
  column: string,
  order: readonly string[],
): (value: ReturnType<Row['value']>) => readonly Row[] {
  const groups = new Map<ReturnType<Row['value']>, Row[]>();
  for (const row of rows) {
    const value = row.value(column);
    const group = groups.get(value);
    if (group === undefined) {
      groups.set(value, [row]);
    } else {
      group.push(row);
    }
  }
  return (value) => sorted(groups.get(value) ?? [], order);
}

function sorted(rows: readonly Row[], order: readonly string[]): readonly Row[] {
  const keyed = rows.map((row) => ({ row, key: order.map((column) => row.value(column) ?? '') }));
  keyed.sort((one, other) => {
    const at = one.key.findIndex((value, index) => value !== other.key[index]);
    return at < 0 ? 0 : (one.key[at] ?? '') < (other.key[at] ?? '') ? -1 : 1;
  });
  return keyed.map(({ row }) => row);
}
