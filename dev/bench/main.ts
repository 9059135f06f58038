/**
 * `npm run bench`: measures, prints, and writes docs/benchmarks.md. `npm run bench -- reads` (or `deploys`, `boot`, `copies`)
 * measures a part and only prints (`-- reads 'Get a server'` one read); `-- profile` tells where the API's CPU goes. Everything runs on this machine, on loopback, and ends by itself after a few minutes.
 */
import fs from 'node:fs';
import os from 'node:os';
import { type BootFigures, measureBoot } from './boot.ts';
import { serveRole } from './child.ts';
import { type CopiesFigures, measureCopies } from './copies.ts';
import { type DeployFigures, measureDeploys } from './deploys.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { profileReads } from './profile.ts';
import { measureRead, type ReadFigures, readsOf } from './reads.ts';
import { reportOf, targets } from './report.ts';
import { api } from './roles/api.ts';
import { bareFastify } from './roles/bare-fastify.ts';
import { bareQuery } from './roles/bare-query.ts';
import { buyers } from './roles/buyers.ts';
import { load as clients } from './roles/load.ts';
import { worker } from './roles/worker.ts';

const ROLES = { api, worker, load: clients, buyers, 'bare-fastify': bareFastify, 'bare-query': bareQuery };
const PARTS = ['reads', 'deploys', 'boot', 'copies', 'profile'];
const REPORT = 'docs/benchmarks.md';
const ROUNDS = 3;
const SECONDS = 4;

const [first, second] = process.argv.slice(2);
if (first === 'role') serveRole(ROLES[second as keyof typeof ROLES]());
else await main(first, second);

/** `only`: of the reads, those whose name holds it. */
async function main(part: string | undefined, only = ''): Promise<void> {
  if (part !== undefined && !PARTS.includes(part)) throw new Error(`There is no part ${part}. There are: ${PARTS.join(', ')}.`);
  const date = new Date();
  const [before = 0] = os.loadavg();
  if (part !== undefined) {
    if (part === 'boot') console.log(await measureBoot(say));
    else if (part === 'copies') console.log(await measureCopies(say));
    else if (part === 'reads') console.log(await withFixture((fixture) => reads(fixture, only)));
    else if (part === 'deploys') console.log(await withFixture(measureDeploys));
    else await withFixture((fixture) => profileReads(fixture, only, say));
    return;
  }
  const { readFigures, deploys } = await withFixture(async (fixture) => ({
    readFigures: await reads(fixture, ''),
    deploys: await measureDeploys(fixture),
  }));
  const boot: BootFigures | null = await measureBoot(say);
  const copies: CopiesFigures | null = await measureCopies(say);
  const load: [number, number] = [before, os.loadavg()[0] ?? 0];
  const figures = {
    date,
    load,
    rounds: ROUNDS,
    seconds: SECONDS,
    reads: readFigures,
    deploys: deploys satisfies DeployFigures,
    boot,
    copies,
  };
  fs.writeFileSync(REPORT, reportOf(figures));
  for (const { target, measured, met } of targets(figures)) say(`${met ? 'met   ' : 'MISSED'} ${target}: ${measured}`);
  say(`wrote ${REPORT}`);
}

async function reads(fixture: Fixture, only: string): Promise<ReadFigures[]> {
  const figures: ReadFigures[] = [];
  for (const read of readsOf(fixture, only))
    figures.push(await measureRead(fixture, read, { seconds: SECONDS, rounds: ROUNDS, say }));
  return figures;
}

async function withFixture<T>(measure: (fixture: Fixture) => Promise<T>): Promise<T> {
  const fixture = await openFixture();
  try {
    return await measure(fixture);
  } finally {
    await fixture.close();
  }
}

function say(line: string): void {
  console.log(line);
}
