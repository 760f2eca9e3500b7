/** The session whose messages follow, and the parts of these. */
const SESSIONS = 'SELECT id, parent_id, time_updated FROM session ORDER BY time_created, id';
const PARTS =
  'SELECT message.id, message.data AS message, part.data AS part FROM message LEFT JOIN part ' +
  'ON part.message_id = message.id WHERE message.session_id = ? ORDER BY message.time_created, message.id, part.id';

/** What is used of Node's own SQLite. */
interface Sqlite {
  readonly DatabaseSync: new (path: string, options: { readonly readOnly: true }) => Database;
}

interface Database {
  prepare(query: string): { iterate(...values: readonly string[]): Iterable<Readonly<Record<string, unknown>>> };
  close(): void;
}

/**
 * The sessions of opencode's database as lines of JSON, see {@link OpencodeSession}, one session after the other.
 * @throws where this Node has no SQLite, or the file is no database of opencode's
 */
export function* opencodeLines(path: string): Generator<string> {
  const { DatabaseSync } = sqlite();
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    for (const { id, parent_id: parentId, time_updated: updatedMs } of [...database.prepare(SESSIONS).iterate()]) {
      yield `${JSON.stringify({ opencode: 'session', id, parentId, updatedMs })}\n`;
      let message: unknown;
      for (const row of database.prepare(PARTS).iterate(String(id))) {
        if (row['id'] !== message) {
          message = row['id'];
          yield `{"opencode":"message","id":${JSON.stringify(message)},"data":${String(row['message'])}}\n`;
        }
        if (typeof row['part'] === 'string') {
          yield `{"opencode":"part","id":${JSON.stringify(message)},"data":${row['part']}}\n`;
        }
      }
    }
  } finally {
    database.close();
  }
}

function sqlite(): Sqlite {
  const emitWarning = process.emitWarning.bind(process);
  // Node says of its SQLite that it is experimental, which is nothing that a person can act on.
  process.emitWarning = () => undefined;
  try {
    const found = process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined;
    if (found === undefined) {
      throw new Error(`reading a database needs Node 22.13 or later, and this is Node ${process.versions.node}`);
    }
    return found;
  } finally {
    process.emitWarning = emitWarning;
  }
}
