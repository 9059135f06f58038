/** A round: one attack with honest customers and a paid deploy at the same time, and their measurements. */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@innkeeper/sdk/client';
import type { Attack, Attacker, AttackerResources, AttackResult } from './attack.ts';
import type { HonestFigures, HonestOrder } from './honest-customers.ts';
import { type Figures, percentile } from './report.ts';
import { runRole } from './roles.ts';
import { settleMails } from './settle-mails.ts';
import { type AttackSetup, givenAttacker, givenMetrics } from './setup.ts';
import type { System } from './system.ts';

export interface Round {
  warmUp(): Promise<void>;
  /** Runs a round. Without an attack it measures a quiet system. */
  run(attack: Attack | undefined): Promise<Figures>;
}

/** Duration of the honest load in milliseconds. It allows 240 requests, of which the 99th percentile is the third slowest. */
const HONEST_MS = 6_000;
const PER_SECOND = 40;
/** Time in milliseconds that the attack runs before the measurement begins. */
const AHEAD_MS = 1_000;
const TIME_LIMIT_MS = 15_000;
const POLL_INTERVAL_MS = 200;
const MB = 1024 * 1024;

export function openRound(system: System, setup: AttackSetup): Round {
  let rounds = 0;
  const customers = (ms: number) => {
    const order: HonestOrder = { port: system.port, customers: setup.customers, perSecond: PER_SECOND, ms };
    return runRole<HonestFigures>('honest', order, ms);
  };

  return {
    async warmUp() {
      await customers(3_000);
    },
    async run(attack) {
      rounds += 1;
      const accounts = attack ? await accountsFor(setup, attack) : [];
      const [api, worker, logs] = [system.memory('api'), system.memory('worker'), system.logs()];
      const peaks = watchMemory(system);
      const [began, before] = [performance.now(), system.cpu()];
      const resources: AttackerResources = {
        port: system.port,
        mailPort: system.mailPort,
        address: `127.0.1.${rounds}`,
        ms: HONEST_MS + 2 * AHEAD_MS,
        accounts,
      };
      const attacking = attack ? runRole<AttackResult>(attack.name, resources, resources.ms) : undefined;
      await sleep(AHEAD_MS);
      const [customer, deploySeconds] = await Promise.all([customers(HONEST_MS), deploy(system, setup.buyer, `paid-${rounds}`)]);
      const attackers = await attacking;
      const broken = attack?.check ? await checkPromises(setup, attack.check) : [];
      const { result } = customer;
      const after = system.cpu();
      const share = (ms: number) => (100 * ms) / ((performance.now() - began) * os.cpus().length);
      const rolesMs = customer.cpuMs + (attackers?.cpuMs ?? 0);
      const [apiMs, databaseMs] = [after.api - before.api, after.database - before.database];
      const high = peaks();
      const now = system.logs();
      return {
        attack: attack?.name ?? 'nobody',
        by: attack?.by ?? '',
        p50: percentile(result.times, 0.5),
        p99: percentile(result.times, 0.99),
        honest: result.times.length,
        failed: result.failed,
        deploySeconds,
        apiGrowth: (high.api - api) / MB,
        workerGrowth: (high.worker - worker) / MB,
        logMb: (now.bytes - logs.bytes) / MB,
        turnedOver: now.old - logs.old,
        sent: attackers?.result.sent ?? 0,
        attackersCpu: share(attackers?.cpuMs ?? 0),
        apiCpu: share(apiMs),
        databaseCpu: share(databaseMs),
        elsewhereCpu: share(Math.max(0, after.machine - before.machine - rolesMs - apiMs - databaseMs)),
        note: attackers?.result.note ?? '',
        broken,
      };
    },
  };
}

/** Checks the promises of an attack by mail once its mails are handled, so that the measured memory includes them. */
async function checkPromises({ db }: AttackSetup, check: NonNullable<Attack['check']>): Promise<string[]> {
  const isSettled = await settleMails(db);
  return [...(isSettled ? [] : ['mails still wait after 2 minutes']), ...(await check(db))];
}

async function accountsFor(setup: AttackSetup, { accounts }: Attack): Promise<Attacker[]> {
  const found: Attacker[] = [];
  for (let i = 0; i < (accounts?.count ?? 0); i += 1) found.push(await givenAttacker(setup, accounts ?? {}));
  const server = found[0]?.servers[0];
  if (server !== undefined) await givenMetrics(setup.db, server, new Date());
  return found;
}

function watchMemory(system: System): () => { api: number; worker: number } {
  const high = { api: 0, worker: 0 };
  const look = (): void => {
    for (const name of ['api', 'worker'] as const) high[name] = Math.max(high[name], system.memory(name));
  };
  look();
  const timer = setInterval(look, POLL_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    return high;
  };
}

/**
 * Orders a server, pays from the balance and waits. Returns the seconds until the server is active, or null if the time limit ended first.
 */
async function deploy({ port }: System, buyer: Attacker, name: string): Promise<number | null> {
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, token: buyer.token, retries: 1, timeout: TIME_LIMIT_MS });
  const began = performance.now();
  try {
    const order = { name, plan: 'nano', image_id: buyer.imageId, ssh_keys: [buyer.sshKeyId] };
    const ordered = await client.deployServer(order);
    if ('data' in ordered) throw new Error('one was ordered');
    while (performance.now() - began < TIME_LIMIT_MS) {
      const server = await client.getServer({ id: ordered.id });
      if (server.status === 'active' && server.locked === null) return (performance.now() - began) / 1000;
      await sleep(250);
    }
  } catch (error) {
    console.log(`  the paid deploy: ${error instanceof Error ? error.message : String(error)}`);
  }
  return null;
}
