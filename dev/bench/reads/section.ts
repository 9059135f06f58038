import { ms, row, thousands } from '../words.ts';
import type { ModeFigures, ReadFigures } from './measure.ts';

/** Returns a table with a row for each way of each read. The last two columns compare the rate with bare Fastify and bare queries. */
export function markdownOf(reads: ReadFigures[]): string {
  return [
    row('read', 'asked', 'requests/s', 'p50', 'p99', 'CPU/request', 'statements/answer', 'of bare Fastify', 'of bare queries'),
    row(...Array.from({ length: 9 }, () => '---')),
    ...reads.flatMap((read) => rowsOf(read)),
  ].join('\n');
}

function rowsOf({ name, bytes, statements, ways }: ReadFigures): string[] {
  const bare = (key: string): ModeFigures | undefined => ways.find((way) => way.key === key);
  const share = (way: ModeFigures, of: ModeFigures | undefined): string =>
    of ? `x ${(way.perSecond / of.perSecond).toFixed(2)}` : '';
  return ways.map((way, i) =>
    row(
      i === 0 ? `${name}: ${thousands(bytes)} bytes, ${statements} statements` : '',
      way.commits > 0 ? `${way.label} (there were ${way.commits.toFixed(0)}/s)` : way.label,
      thousands(way.perSecond),
      ms(way.p50),
      ms(way.p99),
      `${thousands(way.cpuUs)} us`,
      way.statements === null ? '' : way.statements.toFixed(2),
      way.side === 'api' && way.key !== 'alone' ? share(way, bare('fastify')) : '',
      way.side === 'api' ? share(way, bare(way.key === 'alone' ? 'query-alone' : 'query')) : '',
    ),
  );
}
