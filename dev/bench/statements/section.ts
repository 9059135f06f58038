import { row, thousands } from '../words.ts';
import { SLOW_MS } from './slow.ts';
import type { StatementFigures } from './top.ts';

const SHOWN = 10;
const MAX_SLOW = 25;
const HEAD = [
  row('role', 'statement', 'calls', 'total', 'mean', 'longest', 'rows/call'),
  row(...Array.from({ length: 7 }, () => '---')),
];

/** Returns a table of the ten statements with the highest total time. */
export function topTable(statements: StatementFigures[]): string {
  const top = merged(statements).sort((a, b) => b.totalMs - a.totalMs);
  return [...HEAD, ...top.slice(0, SHOWN).map(rowOf)].join('\n');
}

/** Returns a table of slow statements, by their maximum or mean time. */
export function slowTable(statements: StatementFigures[]): string {
  const slow = merged(statements)
    .filter(({ maxMs }) => maxMs > SLOW_MS)
    .sort((a, b) => b.maxMs - a.maxMs);
  if (slow.length === 0) return `No statement took ${SLOW_MS} ms.`;
  const mean = slow.filter(({ meanMs }) => meanMs > SLOW_MS).length;
  const said = `${slow.length} statements took more than ${SLOW_MS} ms at least once, ${mean} of them on average.`;
  return [said, '', ...HEAD, ...slow.slice(0, MAX_SLOW).map(rowOf)].join('\n');
}

function rowOf({ role, query, calls, totalMs, meanMs, maxMs, rows }: StatementFigures): string {
  const text = `\`${query.replaceAll('|', '\\|').replaceAll('`', '')}\``;
  return row(
    role,
    text,
    thousands(calls),
    `${thousands(totalMs)} ms`,
    `${meanMs.toFixed(2)} ms`,
    `${maxMs.toFixed(0)} ms`,
    (rows / calls).toFixed(1),
  );
}

/** Merges statements of several parts that have the same text. */
function merged(statements: StatementFigures[]): StatementFigures[] {
  const found = new Map<string, StatementFigures>();
  for (const one of statements) {
    const key = `${one.role} ${one.query}`;
    const before = found.get(key);
    if (!before) found.set(key, { ...one });
    else {
      const [calls, totalMs, rows] = [before.calls + one.calls, before.totalMs + one.totalMs, before.rows + one.rows];
      found.set(key, { ...before, calls, totalMs, rows, meanMs: totalMs / calls, maxMs: Math.max(before.maxMs, one.maxMs) });
    }
  }
  return [...found.values()];
}
