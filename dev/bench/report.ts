/** docs/benchmarks.md: the figures, where they come from, and whether the targets are met. */
import { execFileSync } from 'node:child_process';
import os from 'node:os';
import type { BootFigures } from './boot.ts';
import type { CopiesFigures } from './copies.ts';
import type { DeployFigures } from './deploys.ts';
import { SERVERS, SERVERS_PER_KEY } from './fixture.ts';
import { CONNECTIONS, POOL } from './load.ts';
import { COMMITS_PER_SECOND, type ReadFigures, type Side } from './reads.ts';

export interface Figures {
  date: Date;
  /** Load average of the machine before the run, and after it. */
  load: [before: number, after: number];
  rounds: number;
  seconds: number;
  reads: ReadFigures[];
  deploys: DeployFigures;
  boot: BootFigures | null;
  copies: CopiesFigures | null;
}

export function reportOf(figures: Figures): string {
  return `# Benchmarks

Written by \`npm run bench\` (dev/bench/). Don't edit.

${machine(figures)}

## Reads

${CONNECTIONS} clients that each wait for an answer before they ask again; API, bare Fastify, bare queries and clients each in a process of
their own, PostgreSQL beside them, all on loopback. Every guard is in place (token, ability, rate limits, validation of path
and query) and every request is logged; only the rate limits are raised. "Bare Fastify" answers the same bytes without looking
at anything. "Bare query" sends the same SQL statements by \`pg\` over as many connections (${POOL}) and throws the rows away. The three
take turns, ${figures.rounds} rounds of ${figures.seconds} s each; the median round counts. CPU is that of the serving process; for the bare query, of the asking one.

Innkeeper keeps an answer for as long as nothing is committed (docs/decisions/shared-reads.md). In the rounds nothing is; "amid
${COMMITS_PER_SECOND} commits/s" each commit ends what was kept, so that every answer is read again after it.

| read | reply | | requests/s | p50 | p99 | CPU/request |
|---|---|---|---|---|---|---|
${figures.reads.map(rowsOf).join('\n')}

| read | requests/s of bare Fastify | CPU of bare Fastify | requests/s of bare query | CPU of bare query |
|---|---|---|---|---|
${figures.reads.map(ratiosOf).join('\n')}

The account has ${thousands(SERVERS)} servers, each with an address and a key that ${SERVERS_PER_KEY} servers share.

## Deploys

${deploys(figures.deploys)}

## From the order to the first login

${figures.boot ? boot(figures.boot) : 'Not measured here: it takes root and QEMU.'}

## Copies and new disks

${figures.copies ? copies(figures.copies) : 'Not measured here: it takes root and QEMU.'}

## Targets

| target | measured | met |
|---|---|---|
${targets(figures)
  .map(({ target, measured, met }) => `| ${target} | ${measured} | ${met ? 'yes' : '**no**'} |`)
  .join('\n')}
`;
}

interface Target {
  target: string;
  measured: string;
  met: boolean;
}

const LEAST_SHARE_OF_FASTIFY = 0.5;
const MOST_LIST_MS = 50;
const MOST_DEPLOY_SHARE = 0.1;
const MOST_DEPLOY_SECONDS = 1;

export function targets({ reads, boot }: Figures): Target[] {
  const get = reads.find(({ name }) => name.startsWith('Get a server'));
  const list = reads.find(({ name }) => name.startsWith('List servers'));
  const found: Target[] = [];
  if (get) {
    const share = get.api.perSecond / get.fastify.perSecond;
    const target = `Get a server, token cached: ${LEAST_SHARE_OF_FASTIFY} or more of bare Fastify's requests/s`;
    found.push({ target, measured: share.toFixed(2), met: share >= LEAST_SHARE_OF_FASTIFY });
  }
  if (list) {
    const target = `List of ${thousands(SERVERS)} servers: p99 under ${MOST_LIST_MS} ms`;
    const at = (p99: number): string => `${p99.toFixed(p99 < 10 ? 1 : 0)} ms`;
    const measured = `${at(list.alone.p99)} for one client, ${at(list.api.p99)} for ${CONNECTIONS} at once, ${at(list.amidCommits.p99)} amid commits`;
    found.push({ target, measured, met: Math.max(list.alone.p99, list.api.p99) < MOST_LIST_MS });
  }
  if (boot) {
    const over = boot.innkeeper - boot.bare;
    const target = `Order to login: under ${MOST_DEPLOY_SHARE * 100} % or ${MOST_DEPLOY_SECONDS} s over bare QEMU`;
    const met = over < MOST_DEPLOY_SECONDS || over / boot.bare < MOST_DEPLOY_SHARE;
    found.push({ target, measured: `${over.toFixed(1)} s, ${((over / boot.bare) * 100).toFixed(0)} %`, met });
  }
  return found;
}

/** Above this before the run, others used the machine as well. */
const QUIET_LOAD = 0.5;

function machine({ date, load: [before, after] }: Figures): string {
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown CPU';
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const busy =
    before <= QUIET_LOAD
      ? 'Nothing else ran on it.'
      : `**The machine was busy with other work** (load ${before.toFixed(1)} before the run, ${after.toFixed(1)} after it): times and rates are worse than its own, and ratios are rough.`;
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `${date.toISOString().slice(0, 10)}, commit ${commit}: ${os.cpus().length} x ${cpu}, ${memory} GiB, Linux ${os.release()}, Node ${process.version}. ${busy}`;
}

function rowsOf({ name, bytes, statements, api, fastify, query, alone, amidCommits }: ReadFigures): string {
  const row = (
    read: string,
    reply: string,
    side: string,
    { perSecond, p50, p99, cpuUs }: Omit<Side, 'cpuUs'> & { cpuUs?: number },
  ): string =>
    `| ${read} | ${reply} | ${side} | ${thousands(perSecond)} | ${p50.toFixed(1)} ms | ${p99.toFixed(1)} ms | ${cpuUs === undefined ? '' : `${thousands(cpuUs)} us`} |`;
  return [
    row(name, `${thousands(bytes)} bytes`, 'Innkeeper', api),
    row('', '', 'Innkeeper, one client', alone),
    row('', '', `Innkeeper, amid ${COMMITS_PER_SECOND} commits/s`, amidCommits),
    row('', '', 'bare Fastify', fastify),
    row('', '', `bare query (${statements} ${statements === 1 ? 'statement' : 'statements'})`, query),
  ].join('\n');
}

function ratiosOf({ name, api, fastify, query }: ReadFigures): string {
  const times = (a: number, b: number): string => `x ${(a / b).toFixed(2)}`;
  return `| ${name} | ${times(api.perSecond, fastify.perSecond)} | ${times(api.cpuUs, fastify.cpuUs)} | ${times(api.perSecond, query.perSecond)} | ${times(api.cpuUs, query.cpuUs)} |`;
}

function deploys({ buyers, servers, orders, activePerSecond, apiCpuMs, workerCpuMs }: DeployFigures): string {
  return `${buyers} customers order ${servers} servers on the simulated engine, whose guests boot at once; durable commits.

| orders/s | p50 | p99 | active servers/s | CPU of the API | CPU of the worker |
|---|---|---|---|---|---|
| ${orders.perSecond.toFixed(0)} | ${orders.p50.toFixed(0)} ms | ${orders.p99.toFixed(0)} ms | ${activePerSecond.toFixed(0)} | ${apiCpuMs.toFixed(1)} ms/deploy | ${workerCpuMs.toFixed(1)} ms/deploy |`;
}

function boot({ accelerator, qemu, bare, innkeeper, active }: BootFigures): string {
  return `The image \`tiny\` from its disk, 1 vCPU, 1 GiB, ${qemu} under ${accelerator.toUpperCase()}. Bare: disk, seed and tap are made beforehand; the clock runs from the
start of QEMU to the end of a first \`ssh root@guest true\`. Innkeeper: the clock starts with the order at the API.

| | to the first login | ratio |
|---|---|---|
| bare QEMU, the same flags | ${bare.toFixed(1)} s | |
| Innkeeper | ${innkeeper.toFixed(1)} s | x ${(innkeeper / bare).toFixed(2)} |

The API says \`active\` ${active.toFixed(1)} s after the order.`;
}

function copies({ dataMb, acts }: CopiesFigures): string {
  const rows = acts.map(
    ({ act, innkeeper, bare }) =>
      `| ${act} | ${innkeeper.toFixed(1)} s | ${bare.toFixed(1)} s | x ${(innkeeper / bare).toFixed(2)} |`,
  );
  return `A running guest of \`tiny\` with ${dataMb} MB of random data on a disk of 10 GB. Innkeeper: from the request to the end of the operation, for
restore and reinstall to the first login, from a guest that is off. Bare: QEMU's backup job over QMP into the same compressed format, without a
freeze, without reading back, without a checksum (backup: and one \`cp\`); for restore and reinstall an empty disk over the same base, and a boot by QEMU alone.

| | Innkeeper | bare | ratio |
|---|---|---|---|
${rows.join('\n')}`;
}

function thousands(figure: number): string {
  return Math.round(figure)
    .toString()
    .replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}
