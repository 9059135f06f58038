/**
 * Scenarios of a server that staff ends: its suspension, its end, the end of one without a machine, and an end that is undone.
 *
 * Faults are injected into one of these workflows. Then days pass, and the jobs of the worker do all due work. Despite any failure, the
 * server ends once and never early, or stays if staff has kept it. No money moves.
 */
import assert from 'node:assert/strict';
import type { Service } from '@innkeeper/db/schema';
import { updateServer } from '@innkeeper/db/tables/servers';
import { lockServices } from '@innkeeper/db/tables/services';
import type { MutatingCx } from '@innkeeper/domain/context';
import { endByStaff, undoEndByStaff } from '@innkeeper/domain/endings/end-by-staff';
import { expireServices } from '@innkeeper/jobs/expire-services';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { type Clock, days, hours, systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { serverResume } from '@innkeeper/workflows/servers/resume';
import { serverSuspend } from '@innkeeper/workflows/servers/suspend';
import { serverTerminate } from '@innkeeper/workflows/servers/terminate';
import { sql } from 'kysely';
import { givenAccount } from '../../given.ts';
import { givenJobCx, givenOperatorCx } from '../../given-cx.ts';
import { givenPaidTerm } from '../../given-paid-term.ts';
import type { TortureLab } from '../lab.ts';
import { movingClock } from '../moving-clock.ts';
import type { Begun, Scenario } from '../scenario.ts';
import { queuedFor } from './caller.ts';
import { serverOnEngine } from './server-scale.ts';

const REASON = 'It sends spam.';

interface Stage {
  name: string;
  definition: AnyDefinition;
  /** True if the machine is absent before the request. */
  lost?: boolean;
  /** True if staff undoes the end. */
  kept?: boolean;
}

const stage = ({ name, ...of }: Stage): Scenario => ({
  name: `${of.definition.kind}, ${name}`,
  definition: of.definition,
  begin: (lab) => begin(lab, { name, ...of }),
});

export const STAFF_END_SCENARIOS: readonly Scenario[] = [
  stage({ name: 'which staff ends', definition: serverSuspend }),
  stage({ name: 'ended by staff', definition: serverTerminate }),
  stage({ name: 'ended by staff without a machine', definition: serverTerminate, lost: true }),
  stage({ name: 'kept by staff', definition: serverResume, kept: true }),
];

async function begin(lab: TortureLab, { definition, lost = false, kept = false }: Stage): Promise<Begun> {
  const id = await given(lab);
  if (lost) await lose(lab, id);
  const endsAt = new Date(Date.now() + (definition === serverTerminate ? -1 : hours(48)));
  await asStaff(lab, id, (cx, service) => endByStaff(cx, [service], { reason: REASON, endsAt, requestedBy: null }));
  if (definition !== serverSuspend && !lost) await work(lab, [serverSuspend]);
  if (definition === serverTerminate) await jobs(lab, systemClock);
  if (kept) await asStaff(lab, id, undoEndByStaff);
  const workflowIds = await queuedFor(lab, [id]);
  assert.equal(workflowIds.length, 1);
  return { workflowIds, check: () => (kept ? assertKept(lab, id) : goOn(lab, id, endsAt)) };
}

/** Inserts a running, paid server, beside the one of another account. */
async function given(lab: TortureLab): Promise<number> {
  const { accountId } = await givenAccount(lab.db);
  await serverOnEngine(lab, (await givenAccount(lab.db)).accountId, 'nano');
  const id = await serverOnEngine(lab, accountId, 'nano');
  const machineId = machineIdOf(id);
  await lab.engine.compute.start(machineId);
  await updateServer(lab.db, id, { power: 'running', boot_id: (await lab.engine.compute.inspect(machineId)).bootId });
  await givenPaidTerm(lab.db, id, new Date());
  return id;
}

async function lose(lab: TortureLab, id: number): Promise<void> {
  await lab.engine.compute.destroy(machineIdOf(id));
  await updateServer(lab.db, id, { power: 'absent' });
}

/** Acts on the locked service as a command at the host. */
function asStaff(lab: TortureLab, id: number, act: (cx: MutatingCx, service: Service) => Promise<unknown>): Promise<unknown> {
  return lab.db.transaction().execute(async (trx) => {
    const [service] = await lockServices(trx, [id]);
    assert.ok(service);
    return act(givenOperatorCx(trx), service);
  });
}

/** Lets time pass until the server has ended, whether or not the workflow succeeded. */
async function goOn(lab: TortureLab, id: number, endsAt: Date): Promise<void> {
  // Later than any time that the workflow may have written while its host was down.
  const clock = movingClock();
  const early = endsAt.getTime() - clock.now().getTime() > 0;
  if (early) {
    assert.equal((await rowOf(lab, id)).status, 'suspended');
    await jobs(lab, clock);
    assert.equal((await rowOf(lab, id)).status, 'suspended');
  }
  clock.pass(days(3));
  for (let tries = 0; tries < 3 && (await rowOf(lab, id)).status !== 'terminated'; tries += 1) {
    await jobs(lab, clock);
    await work(lab, Object.values(DEFINITIONS), clock);
    clock.pass(hours(2));
  }
  const { status, status_reason, holds_capacity } = await rowOf(lab, id);
  assert.deepEqual([status, status_reason, holds_capacity], ['terminated', `Our staff has ended this server: ${REASON}`, false]);
  assert.deepEqual(await countsOf(lab, id), { ends: 1, addresses: 0, refunds: 0, mails: 1 });
}

async function assertKept(lab: TortureLab, id: number): Promise<void> {
  const clock = movingClock();
  clock.pass(days(3));
  await jobs(lab, clock);
  await work(lab, Object.values(DEFINITIONS), clock);
  assert.equal((await rowOf(lab, id)).status, 'active');
  assert.deepEqual(await countsOf(lab, id), { ends: 0, addresses: 1, refunds: 0, mails: 0 });
}

async function countsOf({ db }: TortureLab, id: number): Promise<unknown> {
  const { rows } = await sql`
    select
      (select count(*)::int from audit_log where resource_kind = 'server' and resource_id = ${id} and action = 'server.terminated') as ends,
      (select count(*)::int from ip_addresses where server_id = ${id}) as addresses,
      (select count(*)::int from ledger_entries e join services v on v.account_id = e.account_id
        where v.id = ${id} and e.kind = 'refund') as refunds,
      (select count(*)::int from mails_due m join services v on v.account_id = m.account_id
        where v.id = ${id} and m.kind = 'services-ended' and m.ids = array[${id}::int]) as mails`.execute(db);
  return rows[0];
}

async function work(lab: TortureLab, definitions: readonly AnyDefinition[], clock: Clock = systemClock): Promise<void> {
  const worker = await lab.worker(definitions, { clock });
  await worker.idle({ horizonMs: 60_000 });
  await worker.stop();
}

/** Runs the job of the worker once. */
async function jobs({ db }: TortureLab, clock: Clock): Promise<void> {
  await expireServices(givenJobCx(db, { clock }));
}

const rowOf = ({ db }: TortureLab, id: number) =>
  db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
