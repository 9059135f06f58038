/**
 * Kills API and worker at each write of an end by staff, from its request to the mails. An end that is undone is killed, too. Each service
 * ends once or stays, and its address and capacity are freed once.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { hours, minutes } from '@innkeeper/model/time/clock';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { givenAccount } from '../given.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { givenPaidTerm } from '../given-paid-term.ts';
import { type GivenStaff, givenStaff } from '../given-staff.ts';
import { givenSupportPlan } from '../given-support-plans.ts';
import { assertAllClean } from '../torture/invariants.ts';
import { serverOnEngine } from '../torture/scenarios/server-scale.ts';
import { type Act, killAtEachPoint, type MortalLab, openMortalLab } from './lab.ts';

const REASON = 'It sends spam.';

// Without a draw an act dies up to 40 times. A killed process takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 1_800_000 });

let lab: MortalLab;
let bob: GivenStaff;
beforeAll(async () => {
  lab = await openMortalLab();
  bob = await givenStaff(lab.db, { role: 'technical' });
});
afterAll(() => lab?.close());

interface Service {
  accountId: number;
  id: number;
  /** Requests the end. A request locks its person, so each case has its own. */
  ann: GivenStaff;
}

/** Inserts a running server that is paid for a month. */
async function server(): Promise<Service> {
  const { accountId } = await givenAccount(lab.db);
  const id = await serverOnEngine(lab, accountId, 'nano');
  const machineId = machineIdOf(id);
  await lab.engine.compute.start(machineId);
  await updateServer(lab.db, id, { power: 'running', boot_id: (await lab.engine.compute.inspect(machineId)).bootId });
  await givenPaidTerm(lab.db, id, lab.clock.now());
  return { accountId, id, ann: await givenStaff(lab.db, { role: 'support' }) };
}

const post = ({ token }: GivenStaff, path: string, payload: object): InjectOptions => ({
  method: 'POST',
  url: `/v1/operator${path}`,
  headers: { authorization: `Bearer ${token}`, 'idempotency-key': path },
  payload,
});

const request = ({ ann, id }: Service): InjectOptions => post(ann, `/services/${id}/end`, { after: 1, reason: REASON });

type Requested = Service & { approval: number };

/** Sends a request that has to be approved. */
async function ask<Of extends { accountId: number }>(given: Of, sent: InjectOptions): Promise<Of & { approval: number }> {
  const { status, body, text } = await lab.send(sent);
  expect(status, text).toBe(202);
  return { ...given, approval: body.id };
}

const approve = ({ approval }: Requested): InjectOptions => post(bob, `/approvals/${approval}/approve`, {});
const keep = ({ ann, id }: Service): InjectOptions => post(ann, `/services/${id}/keep`, { reason: 'The script is gone.' });

/** Inserts a server whose end waits for approval. */
async function requested(): Promise<Requested> {
  const given = await server();
  return ask(given, request(given));
}

/** Inserts a server that staff ends in an hour. */
async function ending(): Promise<Service> {
  const given = await requested();
  await lab.send(approve(given));
  return given;
}

/** Inserts a suspended server whose end was mailed. */
async function suspended(): Promise<Service> {
  const given = await ending();
  await lab.work('workflows');
  lab.clock.pass(minutes(2));
  await lab.work('compose mails');
  return given;
}

/** Inserts a suspended server whose end is due. */
async function due(): Promise<Service> {
  const given = await suspended();
  lab.clock.pass(hours(2));
  return given;
}

/** Returns all that an end changes for the services of an account. */
async function read({ accountId: id }: { accountId: number }): Promise<unknown> {
  const { rows } = await sql`
    select
      (select array_agg(type || ' ' || status || case when staff_suspended_at is not null then ' by staff' else '' end
          || case when staff_ends_at is not null then ', ends' else '' end order by id)
        from services where account_id = ${id}) as services,
      (select array_agg(power || case when holds_capacity then ', holds capacity' else '' end)
        from servers where account_id = ${id}) as servers,
      (select array_agg(case when e.undone_at is null then 'open' else 'undone' end order by e.id)
        from service_ends e join services s on s.id = e.service_id where s.account_id = ${id}) as ends,
      (select count(*)::int from ip_addresses where account_id = ${id}) as addresses,
      (select count(*)::int from ip_addresses where account_id is null and last_account_id = ${id}) as freed,
      (select array_agg(kind || ' ' || state order by id) from workflows where account_id = ${id}) as workflows,
      (select count(*)::int from locks where workflow_id in (select id from workflows where account_id = ${id})) as locks,
      (select array_agg(coalesce(outcome, 'waiting')) from staff_approvals where account_id = ${id}) as approvals,
      (select array_agg(action order by id) from audit_log where account_id = ${id} or resource_kind = 'approval'
        and resource_id in (select id from staff_approvals where account_id = ${id})) as audit,
      (select count(*)::int from mails where (data ->> 'approval')::int in
        (select id from staff_approvals where account_id = ${id})) as approval_mails,
      (select array_agg(kind || ' ' || cardinality(ids) order by kind) from mails_due where account_id = ${id}) as mails_due,
      (select array_agg(template order by template) from mails where account_id = ${id}) as mails,
      (select count(*)::int from ledger_entries where account_id = ${id} and kind not in ('deposit', 'payment')) as money,
      (select count(*)::int from staff_idempotency_keys where body::jsonb ->> 'account' = ${String(id)}) as replies`.execute(
    lab.db,
  );
  return rows[0];
}

/** Lets the worker go on until nothing is left to do. */
async function goOn(): Promise<void> {
  await lab.work('workflows');
  lab.clock.pass(minutes(2));
  await lab.work('compose mails');
  lab.clock.pass(hours(2));
  await lab.work('end services', 'workflows', 'detach floating IPs', 'workflows');
  lab.clock.pass(minutes(2));
  await lab.work('end services', 'workflows', 'detach floating IPs', 'compose mails', 'compose mails');
}

async function die<Given extends Service>(act: Act<Given>): Promise<void> {
  await killAtEachPoint(lab, { ...act, read, goOn });
  await assertAllClean(lab);
}

const RUNNING = {
  services: ['server active'],
  servers: ['running, holds capacity'],
  ends: null,
  addresses: 1,
  freed: 0,
  workflows: null,
  locks: 0,
  approvals: null,
  audit: null,
  approval_mails: 0,
  mails_due: null,
  mails: null,
  money: 0,
  replies: 0,
};
const REQUESTED = { ...RUNNING, approvals: ['waiting'], audit: ['requestApproval'], approval_mails: 1, replies: 1 };
const APPROVED = {
  ...REQUESTED,
  services: ['server suspended by staff, ends'],
  ends: ['open'],
  workflows: ['server.suspend queued'],
  locks: 1,
  approvals: ['approved'],
  audit: [...REQUESTED.audit, 'server.suspend', 'endService', 'approveApproval'],
  // The requester reads the decision.
  approval_mails: 2,
  mails_due: ['service-ending 1'],
  replies: 2,
};
const SUSPENDED = {
  ...APPROVED,
  servers: ['stopped, holds capacity'],
  workflows: ['server.suspend done'],
  locks: 0,
  audit: [...APPROVED.audit, 'server.suspend.done'],
  mails_due: null,
  mails: ['service-ending'],
};
const DUE = {
  ...SUSPENDED,
  workflows: [...SUSPENDED.workflows, 'server.terminate queued'],
  locks: 1,
  audit: [...SUSPENDED.audit, 'server.terminate'],
};
const ENDED = {
  ...SUSPENDED,
  services: ['server terminated by staff, ends'],
  servers: ['absent'],
  addresses: 0,
  freed: 1,
  workflows: [...SUSPENDED.workflows, 'server.terminate done'],
  audit: [...DUE.audit, 'server.terminated', 'server.terminate.done'],
  mails: ['service-ending', 'services-ended'],
};
const KEPT = {
  ...SUSPENDED,
  services: ['server active'],
  ends: ['undone'],
  workflows: [...SUSPENDED.workflows, 'server.resume queued'],
  locks: 1,
  audit: [...SUSPENDED.audit, 'server.resume', 'keepService'],
  mails_due: ['service-kept 1'],
  replies: 3,
};
const RESUMED = {
  ...KEPT,
  servers: ['running, holds capacity'],
  workflows: [...SUSPENDED.workflows, 'server.resume done'],
  locks: 0,
  audit: [...KEPT.audit, 'server.resume.done'],
  mails_due: null,
  mails: ['service-ending', 'service-kept'],
};

test('an end is requested wholly or not at all', () =>
  die({
    name: 'request of an end',
    given: server,
    act: request,
    whole: REQUESTED,
    settled: REQUESTED,
  }));

test('an end is approved wholly or not at all', () =>
  die({
    name: 'approval of an end',
    given: requested,
    act: approve,
    whole: APPROVED,
    settled: ENDED,
  }));

test('a server that staff ends is suspended, and ends in time', () =>
  die({ name: 'suspension', given: ending, act: () => 'workflows', settled: ENDED }));

test('an end that is ahead becomes one mail', () =>
  die({
    name: 'mail of an end that is ahead',
    async given() {
      const given = await ending();
      await lab.work('workflows');
      lab.clock.pass(minutes(2));
      return given;
    },
    act: () => 'compose mails',
    whole: SUSPENDED,
    settled: ENDED,
  }));

test('a due end begins wholly or not at all', () =>
  die({
    name: 'due end of a server',
    given: due,
    act: () => 'end services',
    whole: DUE,
    settled: ENDED,
  }));

/** Inserts a server whose workflow ends it. */
async function terminating(): Promise<Service> {
  const given = await due();
  await lab.work('end services');
  return given;
}

test('a server ends once, and its address and capacity are free once', () =>
  die({
    name: 'workflow of the end',
    given: terminating,
    act: () => 'workflows',
    settled: ENDED,
  }));

test('an ended server becomes one mail', () =>
  die({
    name: 'mail of an ended server',
    async given() {
      const given = await terminating();
      await lab.work('workflows');
      lab.clock.pass(minutes(2));
      return given;
    },
    act: () => 'compose mails',
    whole: ENDED,
    settled: ENDED,
  }));

test('an end is undone wholly or not at all', () =>
  die({ name: 'undoing of an end', given: suspended, act: keep, whole: KEPT, settled: RESUMED }));

test('a server that staff keeps runs again', () =>
  die({
    name: 'resumption',
    async given() {
      const given = await suspended();
      await lab.send(keep(given));
      return given;
    },
    act: () => 'workflows',
    settled: RESUMED,
  }));

/** Inserts an account with a server, a floating IP of it and a support plan, whose end waits for approval. */
async function account(): Promise<Requested> {
  const given = await server();
  const { accountId, id, ann } = given;
  await givenFloatingIp(lab.db, { accountId, serverId: id });
  await givenSupportPlan(lab.db, { accountId, now: lab.clock.now() });
  return ask(given, post(ann, `/accounts/${accountId}/end`, { after: 1, reason: REASON }));
}

const ALL = ['server', 'floating-ip', 'support-plan'];
const ALL_SUSPENDED = {
  ...APPROVED,
  addresses: 2,
  services: ALL.map((type) => `${type} suspended by staff, ends`),
  ends: ALL.map(() => 'open'),
  audit: ['requestApproval', 'server.suspend', ...ALL.map(() => 'endService'), 'endAccount', 'approveApproval'],
  mails_due: ['service-ending 3'],
};
const ALL_ENDED = {
  ...ENDED,
  freed: 2,
  services: ALL.map((type) => `${type} terminated by staff, ends`),
  ends: ALL_SUSPENDED.ends,
  audit: [
    ...ALL_SUSPENDED.audit,
    'server.suspend.done',
    'server.terminate',
    'service.ended-by-staff',
    'service.ended-by-staff',
    'server.terminated',
    'server.terminate.done',
  ],
};

test('all services of an account end wholly or not at all', () =>
  die({
    name: 'approval of the end of an account',
    given: account,
    act: approve,
    whole: ALL_SUSPENDED,
    settled: ALL_ENDED,
  }));

/** Inserts a floating IP whose end is due, and for which no workflow is needed. */
async function dueFloatingIp(): Promise<Service> {
  const { accountId } = await givenAccount(lab.db);
  const id = await givenFloatingIp(lab.db, { accountId });
  await givenPaidTerm(lab.db, id, lab.clock.now());
  const service = { accountId, id, ann: await givenStaff(lab.db, { role: 'support' }) };
  const given = await ask(service, request(service));
  await lab.send(approve(given));
  lab.clock.pass(minutes(2));
  await lab.work('compose mails');
  lab.clock.pass(hours(2));
  return given;
}

const IP_ENDED = {
  ...ENDED,
  services: ['floating-ip terminated by staff, ends'],
  servers: null,
  workflows: null,
  audit: ['requestApproval', 'endService', 'approveApproval', 'service.ended-by-staff'],
};

test('a floating IP ends once, and its address is free once', () =>
  die({
    name: 'due end of a floating IP',
    given: dueFloatingIp,
    act: () => 'end services',
    whole: { ...IP_ENDED, mails_due: ['services-ended 1'], mails: ['service-ending'] },
    settled: IP_ENDED,
  }));
