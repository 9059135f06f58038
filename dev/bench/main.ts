/**
 * `npm run bench`: measures, prints, and writes docs/benchmarks.md. `npm run bench -- reads` (or `deploys`, `boot`) measures
 * a part and only prints. Everything runs on this machine, on loopback, and ends by itself.
 */
import { play } from './child.ts';
import { measureRead, readsOf } from './reads.ts';
import { api } from './roles/api.ts';
import { bareFastify } from './roles/bare-fastify.ts';
import { bareQuery } from './roles/bare-query.ts';
import { load } from './roles/load.ts';
import { openWorld } from './world.ts';

const ROLES = { api, load, 'bare-fastify': bareFastify, 'bare-query': bareQuery };

if (process.argv[2] === 'role') play(ROLES[process.argv[3] as keyof typeof ROLES]());
else await main();

async function main(): Promise<void> {
  const say = (line: string): void => console.log(line);
  const world = await openWorld();
  try {
    for (const read of readsOf(world)) {
      console.log(await measureRead(world, read, { seconds: 3, rounds: 3, say }));
    }
  } finally {
    await world.close();
  }
}
