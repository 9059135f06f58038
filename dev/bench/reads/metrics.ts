/** Measures the cost of metrics for a cached read: the API with and without metrics, in turns. */
import { guests } from '../fixture/fillings.ts';
import { part } from '../part.ts';
import { topStatements } from '../statements/top.ts';
import { measureRead, type Repetitions } from './measure.ts';
import { idsOf, type ReadsFigures, tokenRequest } from './part.ts';
import { withReadBench } from './read-bench.ts';
import { markdownOf } from './section.ts';
import { findMode } from './targets.ts';

/** Many short turns: a difference of a percent is smaller than that between two moments of a machine. */
const TURNS: Repetitions = { seconds: 1, rounds: 24 };
const GUESTS = 1_000;
const NAME = 'Get a server, 20 different ones, with and without metrics';
const MAX_RATIO = 1.02;

/** Returns the time of the processor for a request with metrics, relative to one without. */
function timesOf({ reads }: ReadsFigures): number | undefined {
  const [without, withThem] = [findMode(reads, NAME, 'again'), findMode(reads, NAME, 'metered')];
  return without && withThem && withThem.cpuUs / without.cpuUs;
}

export const metrics = part<ReadsFigures>({
  title: 'Metrics',
  always: true,
  measure: ({ say }) =>
    withReadBench(guests(GUESTS), say, async (place) => {
      const [account] = place.known.accounts;
      if (!account) throw new Error('the filling has no account');
      const ids = (await idsOf(place.db, account.accountId)).slice(0, 20);
      const asks = ids.map((id) => tokenRequest(account.token, `/v1/servers/${id}`));
      const read = {
        ...{ name: NAME, asks, items: 1, route: '/v1/servers/:id' },
        ways: [
          { key: 'again', label: 'without metrics', side: 'api' as const },
          { key: 'metered', label: 'with metrics', side: 'metered' as const },
        ],
      };
      return { reads: [await measureRead(place, read, TURNS, say)], statements: await topStatements(place) };
    }),
  section: ({ reads }) =>
    `The same cached reads, by an API with \`metrics.listen\` and one without, in ${TURNS.rounds} turns each.\n\n${markdownOf(reads)}`,
  targets(figures) {
    const times = timesOf(figures);
    if (times === undefined) return [];
    const aim = `x ${MAX_RATIO} of the processor's time without them, at most`;
    return [{ target: 'A cached read with metrics', aim, measured: `x ${times.toFixed(3)}`, met: times <= MAX_RATIO }];
  },
  statements: ({ statements }) => statements,
});
