/** Measures pages of an audit log of ten million lines. */
import { auditLog as filling, LINES, LINES_OF_LARGE } from '../fixture/audit-log.ts';
import type { BenchRequest } from '../load.ts';
import { part, type Target } from '../part.ts';
import { measureRead, type Read } from '../reads/measure.ts';
import { BARE_MODES, SINGLE_CLIENT } from '../reads/modes.ts';
import { type ReadsFigures, tokenRequest } from '../reads/part.ts';
import { withReadBench } from '../reads/read-bench.ts';
import { markdownOf } from '../reads/section.ts';
import { findMode } from '../reads/targets.ts';
import { topStatements } from '../statements/top.ts';
import { ms, thousands } from '../words.ts';

const TURNS = { seconds: 3, rounds: 3 };
const MAX_P99 = 50;
const PAGES = 20;
const DEEP = 1_000;
const DEEPEST = 19_980;
const YEAR_SECONDS = 365 * 86_400;
const WAYS = [SINGLE_CLIENT, { key: 'fresh', label: 'fresh', side: 'api' as const, fresh: true }, BARE_MODES[0]].flatMap(
  (way) => way ?? [],
);

export const auditLog = part<ReadsFigures>({
  title: 'Audit log',
  always: true,
  measure: ({ only, say }) =>
    withReadBench(filling, say, async (place) => {
      const { large, small } = place.known;
      const { user_id: userId } = await place.db
        .selectFrom('memberships')
        .select('user_id')
        .where('account_id', '=', large.accountId)
        .executeTakeFirstOrThrow();
      const start = Math.floor(Date.now() / 1000) - YEAR_SECONDS;
      const pages = (query: string, from = 1): BenchRequest[] =>
        Array.from({ length: PAGES }, (_, i) => tokenRequest(large.token, `/v1/audit-log?per_page=50&page=${from + i}${query}`));
      const all: Omit<Read, 'items' | 'ways'>[] = [
        {
          name: `${small.length} accounts`,
          asks: small.map(({ token }) => tokenRequest(token, '/v1/audit-log?per_page=50&page=1')),
        },
        { name: 'the last 30 days, page 1 and on', asks: pages('') },
        { name: `the last 30 days, page ${DEEP} and on`, asks: pages('', DEEP) },
        { name: 'the last 30 days, one operation', asks: pages('&filter[action]=stopServer') },
        {
          name: 'a year, one server',
          asks: pages(`&filter[start]=${start}&filter[resource_kind]=server&filter[resource_id]=70`).slice(0, 1),
        },
        { name: 'a year, page 1 and on', asks: pages(`&filter[start]=${start}`) },
        { name: `a year, page ${DEEPEST} and on`, asks: pages(`&filter[start]=${start}`, DEEPEST) },
        { name: 'a year, one operation', asks: pages(`&filter[start]=${start}&filter[action]=stopServer`) },
        { name: 'a year, a rare operation', asks: pages(`&filter[start]=${start}&filter[action]=deleteServer`).slice(0, 4) },
        { name: 'a year, what nobody did', asks: pages(`&filter[start]=${start}&filter[action]=deployServer`).slice(0, 1) },
        { name: 'a year, one user', asks: pages(`&filter[start]=${start}&filter[user_id]=${userId}`) },
        {
          name: 'a year, one kind of thing, one operation',
          asks: pages(`&filter[start]=${start}&filter[resource_kind]=server&filter[action]=startServer`),
        },
      ];
      const reads = [];
      for (const one of all)
        if (one.name.includes(only)) reads.push(await measureRead(place, { ...one, items: 50, ways: WAYS }, TURNS, say));
      return { reads, statements: await topStatements(place) };
    }),
  section: ({
    reads,
  }) => `${thousands(LINES)} lines over a year, ${thousands(LINES_OF_LARGE)} of them of one account. Unless noted otherwise, reads are of
this account.\n\n${markdownOf(reads)}`,
  targets: ({ reads }) =>
    reads.flatMap(({ name }): Target[] => {
      const alone = findMode(reads, name, 'alone');
      // A year of a million lines is counted when it is read, and nobody is promised how long that takes.
      if (!alone || (name.startsWith('a year') && !name.endsWith('one server'))) return [];
      const target = { target: `Audit log, ${name}: one client, p99`, aim: `under ${MAX_P99} ms` };
      return [{ ...target, measured: ms(alone.p99), met: alone.p99 < MAX_P99 }];
    }),
  statements: ({ statements }) => statements,
});
