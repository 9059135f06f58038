/**
 * SQL whose comments the database keeps, so that psql shows them and `db/schema.gen.ts` and `db/schema.gen.sql` carry them: lines of
 * `-- ...` right above a `create table`, or above a column within it, become its comment. Others are for who reads the file.
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

const literal = (lines: readonly string[]): string => `'${lines.join(' ').replaceAll("'", "''")}'`;
