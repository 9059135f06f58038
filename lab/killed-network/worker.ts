/**
 * A worker with simulated guests and a real network, in a separate process that is killed. It is assembled like that of a node
 * (`apps/worker.ts`). Its bundle is forked.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { NamespaceNetwork } from '@innkeeper/engine/network/namespace/driver';
import { Netns } from '@innkeeper/engine/network/netns';
import { openEngine } from '@innkeeper/engine/open';
import { TrafficWatch } from '@innkeeper/jobs/attacks/traffic-watch';
import { protectAddresses } from '@innkeeper/jobs/protect-addresses';
import { reconcileNetwork } from '@innkeeper/jobs/reconcile-network';
import { startJobs } from '@innkeeper/jobs/start';
import { systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { applyFirewalls } from '@innkeeper/workflows/steps/firewalls';
import { serve } from '../business/processes/serve.ts';
import { labSettings } from '../settings.ts';
import { TEST_TIMINGS } from '../torture/test-timings.ts';

export interface KilledWorkerOptions {
  /** Home of the engine. */
  home: string;
  /** URL of the database for the superuser. */
  url: string;
  node: { id: number; name: string };
  projectRoot: string;
}

/** `die` kills the process at its n-th change of the kernel from now on. `jobs` runs the jobs of each 15 s once. */
export type KilledWorkerRequest = { die: number; moment: 'before' | 'after' } | 'jobs';

serve(async ({ home, url: superuserUrl, node, projectRoot }: KilledWorkerOptions) => {
  const databaseUrl = asRole(superuserUrl, WORKER_ROLE);
  const { db } = openDatabase({ url: databaseUrl });
  const simulated = await openEngine({ kind: 'simulated', home, projectRoot, root: false, log: SILENT_LOG });
  const engine = { ...simulated, network: new NamespaceNetwork({ home, projectRoot }) };
  await engine.network.open(await poolsOfNode(db, node.id));
  await applyFirewalls({ db, engine }, node.id);
  await engine.compute.open();
  const traffic = new TrafficWatch();
  const shared = { db, engine, node, clock: systemClock, settings: labSettings, log: SILENT_LOG, traffic };
  const everyMs = { 'reconcile-network': 1_000, 'protect-addresses': 100, 'reconcile-protection': 1_000 };
  await startJobs('node', { ...shared, everyMs }).firstRuns;
  const definitions = Object.values(DEFINITIONS);
  const nodes = new Map([[node.id, engine]]);
  await startWorker({ ...shared, databaseUrl, definitions, nodes, timings: TEST_TIMINGS });
  const cx = { ...shared, actor: { kind: 'job', name: 'given', accountId: null, userId: null }, requestId: null } as const;
  return async (ask: KilledWorkerRequest) => {
    if (ask !== 'jobs') return dieAt(ask);
    // The list of protected addresses is read every 5 s.
    await sleep(5_500);
    await reconcileNetwork(cx);
    await protectAddresses(cx);
  };
});

/** Makes the process kill itself. A change is one transaction of nftables, or one batch of `ip` lines. */
function dieAt({ die, moment }: { die: number; moment: 'before' | 'after' }): void {
  let left = die;
  for (const act of ['nft', 'ipLines'] as const) {
    const original: (what: never) => Promise<void> = Netns.prototype[act];
    Netns.prototype[act] = async function killed(this: Netns, what: never) {
      left -= 1;
      if (left === 0 && moment === 'before') process.kill(process.pid, 'SIGKILL');
      await original.call(this, what);
      if (left === 0) process.kill(process.pid, 'SIGKILL');
    };
  }
}
