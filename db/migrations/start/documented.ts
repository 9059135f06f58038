/** Comments of tables and columns that the database stores, read from the SQL of migrations. */

/** The comment of a table or, if `column` is set, of a column. */
export interface StoredComment {
  table: string;
  column: string | null;
  text: string;
  /** Statement that stores the comment. */
  statement: string;
}

/**
 * Adds statements to an SQL script that store its comments in the database. psql shows them, and `db/schema.gen.ts` and
 * `db/schema.gen.sql` carry them. Lines of `-- ...` directly above a `create table`, or above a column within it, become its comment.
 * Other comments are only for readers of the file.
 */
export function documented(script: string): string {
  const kept: string[] = [];
  let table: string | undefined;
  let above: string[] = [];
  for (const line of script.split('\n').map((text) => text.trim())) {
    if (line.startsWith('--')) {
      above.push(line.slice(2).trim());
      continue;
    }
    const begun = /^create (?:unlogged )?table (\w+) \($/.exec(line)?.[1];
    const column = table && /^(?!constraint |check |primary |unique |foreign |exclude )(\w+) /.exec(line)?.[1];
    if (above.length > 0 && begun) kept.push(`comment on table ${begun} is ${literal(above)};`);
    else if (above.length > 0 && column) kept.push(`comment on column ${table}.${column} is ${literal(above)};`);
    if (begun) table = begun;
    else if (line.startsWith(')')) table = undefined;
    above = [];
  }
  return [script, ...kept].join('\n');
}

/** Lists the comments that a script stores: those that `documented` adds, and its own `comment on` statements of one line. */
export function storedComments(script: string): StoredComment[] {
  return documented(script)
    .split('\n')
    .flatMap((line) => {
      const [, table, column = null, text] =
        /^\s*comment on (?:table|column) (\w+)(?:\.(\w+))? is '((?:[^']|'')*)';$/.exec(line) ?? [];
      if (table === undefined || text === undefined) return [];
      return [{ table, column, text: text.replaceAll("''", "'"), statement: line.trim() }];
    });
}

const literal = (lines: readonly string[]): string => `'${lines.join(' ').replaceAll("'", "''")}'`;
