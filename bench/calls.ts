/** By what an agent sends: a place to read, an edit, a whole file. */
export const SIZES = { '100 B': 100, '1 kB': 1_000, '100 kB': 100_000 } as const;

export type Size = keyof typeof SIZES;

export interface BenchCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const TOOLS = ['read_file', 'grep_search', 'replace_string_in_file', 'run_in_terminal', 'create_file'];

/** Its quotes and line breaks must be escaped, as in real code. */
const LINE = '  const answer = await client.request("GET", `/items/${id}`); // as before\n';

/** More than a window holds, and a prime, so that even in turns none is still there. Parsed, so no memory is shared. */
export function distinctCalls(size: Size): BenchCall[] {
  return Array.from({ length: 67 }, (_, at) => callOf(size, at));
}

/** The JSON text has about the given size; `unique` makes it differ from the others. */
export function callOf(size: Size, unique: number): BenchCall {
  const place = { filePath: `/workspace/project/src/module-${unique}.ts`, startLine: unique, endLine: unique + 60 };
  const missing = SIZES[size] - JSON.stringify({ ...place, content: '' }).length;
  const content = LINE.repeat(Math.ceil(Math.max(0, missing) / LINE.length));
  // Escaping makes the JSON text longer than the content.
  const kept = Math.floor((missing * content.length) / Math.max(1, JSON.stringify(content).length));
  const text = JSON.stringify(missing > 20 ? { ...place, content: content.slice(0, Math.max(0, kept)) } : place);
  return {
    tool: TOOLS[unique % TOOLS.length] ?? 'read_file',
    arguments: JSON.parse(text) as Record<string, unknown>,
  };
}
