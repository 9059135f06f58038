/**
 * Scenarios of an unpaid server after its term. The server gets a renewal order that waits for payment, reminders, and a suspension. It is
 * then paid and resumed, or gets a last backup and ends.
 *
 * Faults are injected into one of these workflows. Before and after it, days pass, and the jobs of the worker do all due work until the
 * server has ended. Despite any failure, each period has one charge, the address stays until the end, and the disk is deleted after its
 * last backup.
 */
import assert from 'node:assert/strict';
import { deposit } from '@innkeeper/db/ledger';
import { updateServer } from '@innkeeper/db/tables/servers';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { endAddons } from '@innkeeper/jobs/end-addons';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { remindRenewals } from '@innkeeper/jobs/remind-renewals';
import { renewServices } from '@innkeeper/jobs/renew-services';
import { boundary } from '@innkeeper/model/pricing/period';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { type Clock, days, hours } from '@innkeeper/model/time/clock';
import { cancelServer } from '@innkeeper/operations/servers/term';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { serverBackup } from '@innkeeper/workflows/servers/copy';
import { serverResume } from '@innkeeper/workflows/servers/resume';
import { serverSuspend } from '@innkeeper/workflows/servers/suspend';
import { serverTerminate } from '@innkeeper/workflows/servers/terminate';
import { sql } from 'kysely';
import { givenAccount } from '../../given.ts';
import { givenAddon } from '../../given-copies.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenPaidTerm } from '../../given-paid-term.ts';
import { inputOf } from '../../path-rows.ts';
import type { TortureLab } from '../lab.ts';
import { movingClock } from '../moving-clock.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { asCaller, queuedFor } from './caller.ts';
import { serverOnEngine } from './server-scale.ts';

/** A workflow at the end of a server, and the time when it is due. */
interface Stage {
  definition: AnyDefinition;
  name: string;
  /** Milliseconds since the end of the term. */
  afterMs: number;
  backups: boolean;
  /** True if the server is paid before the workflow. */
  paid: boolean;
}

const stage = ({ name, ...of }: Stage): Scenario => ({
  name: `${of.definition.kind}, ${name}`,
  definition: of.definition,
  begin: (lab) => begin(lab, { name, ...of }),
});

/** Later than the grace period of 7 days. */
const GRACE_OVER_MS = days(7) + hours(2);

export const TERM_SCENARIOS: readonly Scenario[] = [
  stage({ definition: serverSuspend, name: 'unpaid', afterMs: hours(1), backups: true, paid: false }),
  stage({ definition: serverResume, name: 'paid in time', afterMs: days(2), backups: true, paid: true }),
  stage({ definition: serverBackup, name: 'before its end', afterMs: GRACE_OVER_MS, backups: true, paid: false }),
  stage({ definition: serverTerminate, name: 'never paid', afterMs: GRACE_OVER_MS, backups: false, paid: false }),
];

interface Unpaid {
  id: number;
  accountId: number;
  address: string;
  expiry: Date;
}

async function begin(lab: TortureLab, { afterMs, backups, paid }: Stage): Promise<Begun> {
  const server = await given(lab, { afterMs, backups });
  const { id, expiry } = server;
  for (const when of [-days(6), 1]) await jobs(lab, at(new Date(expiry.getTime() + when)));
  if (afterMs > hours(1)) {
    const worker = await lab.worker([serverSuspend], { clock: at(new Date(expiry.getTime() + hours(1))) });
    await worker.idle({ horizonMs: 60_000 });
    await worker.stop();
    if (paid) await fund(lab, server);
    await jobs(lab, at(new Date(expiry.getTime() + afterMs)));
  }
  const workflowIds = await queuedFor(lab, [id]);
  assert.equal(workflowIds.length, 1);
  return { workflowIds, check: () => goOn(lab, server, { backups, paid }) };
}

/** Inserts a running server whose term ended so long ago that the stage is due now. No job has run since. */
async function given(lab: TortureLab, { afterMs, backups }: Pick<Stage, 'afterMs' | 'backups'>): Promise<Unpaid> {
  const from = boundary(new Date(Date.now() - afterMs - hours(1)), -1);
  const { accountId } = await givenAccount(lab.db);
  const id = await serverOnEngine(lab, accountId, 'nano');
  const machineId = machineIdOf(id);
  await lab.engine.compute.start(machineId);
  await updateServer(lab.db, id, { power: 'running', boot_id: (await lab.engine.compute.inspect(machineId)).bootId });
  await givenPaidTerm(lab.db, id, from);
  if (backups) await givenPaidTerm(lab.db, await givenAddon(lab.db, { serverId: id, key: 'backups' }), from);
  const { address } = await addressOf(lab, id);
  return { id, accountId, address, expiry: boundary(from, 1) };
}

/** Lets time pass until the server has ended, whether or not the workflow succeeded. */
async function goOn(lab: TortureLab, server: Unpaid, { backups, paid }: Pick<Stage, 'backups' | 'paid'>): Promise<void> {
  const { id, accountId, address } = server;
  // Later than any time that the workflow may have written while its host was down.
  const clock = movingClock();
  clock.pass(days(1) + hours(2));
  const worker = await lab.worker(Object.values(DEFINITIONS), { clock });
  const pass = async (ms: number): Promise<void> => {
    clock.pass(ms);
    await jobs(lab, clock);
    await worker.idle({ horizonMs: 60_000 });
  };
  let charges = backups ? 2 : 1;
  const before = await rowOf(lab, id);
  if (before.status !== 'terminated') assert.equal((await addressOf(lab, id)).address, address);
  if (paid || clock.now().getTime() < server.expiry.getTime() + days(7)) {
    if (!paid) await fund(lab, server);
    await pass(0);
    charges += 1;
    const { status, power, expiry_at } = await rowOf(lab, id);
    assert.deepEqual([status, expiry_at], ['active', boundary(server.expiry, 1)]);
    // After a failed resumption the owner has to start the server.
    if (!paid) assert.equal(power, 'running');
    assert.equal((await addressOf(lab, id)).address, address);
    await asCaller(lab, accountId, async (cx) =>
      cancelServer({ ...cx, clock }, await inputOf(cx, 'cancelServer', { id, body: { now: true } })),
    );
  }
  // A failed workflow is retried, and the grace period of the paid term ends.
  for (const wait of [0, hours(2), days(50), hours(2)]) {
    if ((await rowOf(lab, id)).status === 'terminated') break;
    await pass(wait);
  }
  await worker.stop();
  assert.equal((await rowOf(lab, id)).status, 'terminated');
  await assertEndedOnce(lab, server, { charges, backups });
}

async function assertEndedOnce(
  { db }: TortureLab,
  { id, accountId, address }: Unpaid,
  expected: { charges: number; backups: boolean },
): Promise<void> {
  const { rows } = await sql`
    select
      (select count(*)::int from ledger_entries where account_id = ${accountId} and kind = 'payment') as charges,
      (select count(*)::int from ledger_entries where account_id = ${accountId} and kind = 'refund') as refunds,
      (select count(*)::int from orders where account_id = ${accountId} and status not in ('paid', 'cancelled')) as waiting,
      (select count(*)::int from copies where server_id = ${id} and origin = 'last' and status = 'ready') as backups,
      (select count(*)::int from audit_log where resource_kind = 'server' and resource_id = ${id} and action = 'server.terminated') as ends,
      (select count(*)::int from ip_addresses where address = ${address}::inet and account_id is null and freed_at is not null) as freed`.execute(
    db,
  );
  const { charges, backups } = expected;
  assert.deepEqual(rows, [{ charges, refunds: 0, waiting: 0, backups: backups ? 1 : 0, ends: 1, freed: 1 }]);
}

const at = (moment: Date): Clock => ({ now: () => moment });

/** Runs the jobs of the worker once. */
async function jobs({ db }: TortureLab, clock: Clock): Promise<void> {
  const cx = { ...givenJobCx(db, { clock }), log: SILENT_LOG };
  for (const job of [renewServices, expireServices, endAddons, expireOrders, remindRenewals]) await job(cx);
}

async function fund({ db }: TortureLab, { accountId }: Unpaid): Promise<void> {
  const money = { accountId, amount: 10_000n, gateway: 'operator', paymentMethod: 'operator' } as const;
  await db.transaction().execute((trx) => deposit(trx, { ...money, description: 'Given', now: new Date() }));
}

const rowOf = ({ db }: TortureLab, id: number) =>
  db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const addressOf = ({ db }: TortureLab, id: number) =>
  db.selectFrom('ip_addresses').selectAll().where('server_id', '=', id).executeTakeFirstOrThrow();
