/** Measures twenty concurrent customers, each with a list of running servers, while the worker monitors their guests. */
import fs from 'node:fs';
import { startChild } from '../child.ts';
import { NODE } from '../fixture/catalogue.ts';
import { guests } from '../fixture/fillings.ts';
import { simulatedHome } from '../fixture/machines.ts';
import { part } from '../part.ts';
import type { WorkerOptions } from '../roles/worker.ts';
import { topStatements } from '../statements/top.ts';
import { measureRead } from './measure.ts';
import { BARE_MODES, modesDuring, SINGLE_CLIENT } from './modes.ts';
import { type ReadsFigures, tokenRequest } from './part.ts';
import { withReadBench } from './read-bench.ts';
import { markdownOf } from './section.ts';
import { findMode, judgeRead } from './targets.ts';

const TURNS = { seconds: 2, rounds: 2 };
const GUESTS = 1_000;
const NAME = '20 accounts, each its own list, worker on';

export const accounts = part<ReadsFigures>({
  title: 'Many accounts, with the worker on',
  always: true,
  measure: ({ say }) =>
    withReadBench(guests(GUESTS), say, async (place) => {
      const { nodeId, accounts: all, others } = place.known;
      const home = await simulatedHome(place.db, nodeId);
      const worker = startChild('worker');
      try {
        const options = { databaseUrl: place.urls.worker, node: NODE, engine: 'simulated', home, images: home } as const;
        await worker.ask('open', options satisfies WorkerOptions);
        const idsOf = (list: typeof all) => list.map(({ accountId }) => accountId);
        const ways = [SINGLE_CLIENT, ...modesDuring({ others: idsOf(others), own: idsOf(all) }), ...BARE_MODES].map((way) => ({
          ...way,
          oneEach: true,
        }));
        const asks = all.map(({ token }) => tokenRequest(token, '/v1/servers?per_page=50&page=1'));
        const reads = [await measureRead(place, { name: NAME, asks, items: 50, ways }, TURNS, say)];
        return { reads, statements: await topStatements(place) };
      } finally {
        await worker.stop();
        fs.rmSync(home, { recursive: true, force: true });
      }
    }),
  section: ({ reads }) => `${GUESTS} simulated guests run; they are those of the 20 accounts.\n\n${markdownOf(reads)}`,
  targets: ({ reads }) =>
    judgeRead(`${NAME} with ${GUESTS} idle guests`, findMode(reads, NAME, 'fresh'), findMode(reads, NAME, 'again'), { p99: 20 }),
  statements: ({ statements }) => statements,
});
