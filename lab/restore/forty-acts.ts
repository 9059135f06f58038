/** Acts in an installation before its backup, and forty acts of every kind after the backup. */

import { insertMails } from '@innkeeper/db/tables/mails';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { openInvoiceJournal } from '@innkeeper/engine/journal/invoices';
import { renewServices } from '@innkeeper/jobs/renew-services';
import { days, minutes, systemClock } from '@innkeeper/model/time/clock';
import type { Worker } from '@innkeeper/workflows/runner/worker';
import { expect } from 'vitest';
import type { Answer } from '../app.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import { givenJobCx } from '../given-cx.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { issueNow } from '../given-invoices.ts';
import { givenPaymentMethods, pollPaymentsAhead } from '../given-payments.ts';
import { givenSession } from '../given-sessions.ts';
import { givenStaff } from '../given-staff.ts';
import { givenAttachment, givenTicket, storeFile } from '../given-tickets.ts';
import { openOperator } from '../operator.ts';
import { deploy } from '../slices/given-deploy.ts';
import { NODE, type OpenInstallation, type RestorableInstallation } from './installation.ts';

/** When the acts are done: renewals are due by then. */
export const CLOCK_AFTER_BACKUP = { now: () => new Date(Date.now() + days(27)) };

/** A worker has the restart when the backup is taken. */
export const AT_BACKUP = { state: 'running', worker_id: 4711, epoch: 1, lease_until: new Date(Date.now() + days(1)) } as const;

export interface StateAtBackup {
  /** Pays from the balance. */
  ada: GivenAccount;
  /** Is charged by a saved card, since the balance does not cover the renewal. */
  bob: GivenAccount;
  /** Ada's servers that are being restarted, reinstalled and terminated when the backup is taken. */
  servers: readonly [number, number, number];
  workflows: { restart: number; reinstall: number; terminate: number };
  /** Server that is terminated after the backup. */
  lost: number;
  floatingIp: number;
  claimed: string;
}

async function ok(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, body } = await answer;
  expect(body, JSON.stringify(body)).toSatisfy(() => status < 300);
  return body;
}

/** Returns when workflows wait that nobody has begun, and one runs. */
export async function actBeforeBackup(house: RestorableInstallation, at: OpenInstallation): Promise<StateAtBackup> {
  const { db, call } = at;
  await givenNode(db, { name: NODE });
  await givenPaymentMethods(db);
  const [ada, bob] = [await givenAccount(db, { funds: 1_000_000n }), await givenAccount(db, { funds: 500n })];
  const worker = await at.work();
  const ids: number[] = [];
  for (const owner of [ada, ada, ada, ada, bob]) ids.push((await ok(deploy(at, owner))).id);
  const floatingIp = await givenFloatingIp(db, { accountId: ada.accountId });
  await ok(call('depositFunds', { body: { amount: 20, payment_method: 'card', store_card: true } }, { token: ada.token }));
  await worker.idle();
  await pollPaymentsAhead(at, minutes(1));
  await issueNow(db, systemClock, openInvoiceJournal(house.journal));
  const ticket = await givenTicket(db, { accountId: ada.accountId });
  const { key } = await storeFile(house.attachments, 'of before');
  await givenAttachment(db, { accountId: ada.accountId, ticketId: ticket, key });
  await givenSession(db, ada);
  await givenStaff(db, { role: 'owner' });
  await givenCard(at, bob);
  await worker.stop();

  const [restarted, reinstalled, terminated, lost] = ids as [number, number, number, number];
  const image = await db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  await ok(call('restartServer', { params: { server: restarted } }, { token: ada.token }));
  await ok(call('reinstallServer', { params: { id: reinstalled }, body: { image_id: image.id } }, { token: ada.token }));
  const row = await db.selectFrom('servers').selectAll().where('id', '=', terminated).executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => startWorkflow({ ...givenJobCx(db), db: trx }, 'server.terminate', row, {}));
  await insertMails(db, [
    {
      ...{ account_id: ada.accountId, user_id: ada.userId, address: ada.email, template: 'server-ready', language: 'en' },
      ...{ data: '{}', once: 'waiting', created_at: new Date(), next_try_at: new Date() },
    },
  ]);
  const of = async (kind: string) =>
    (
      await db
        .selectFrom('workflows')
        .select('id')
        .where('kind', '=', kind)
        .where('state', '=', 'queued')
        .executeTakeFirstOrThrow()
    ).id;
  const workflows = {
    restart: await of('server.restart'),
    reinstall: await of('server.reinstall'),
    terminate: await of('server.terminate'),
  };
  await db.updateTable('workflows').set(AT_BACKUP).where('id', '=', workflows.restart).execute();
  return { ada, bob, servers: [restarted, reinstalled, terminated], lost, workflows, floatingIp, claimed: key };
}

async function givenCard({ db }: OpenInstallation, { accountId }: GivenAccount): Promise<void> {
  await db
    .insertInto('saved_cards')
    .values({
      ...{ account_id: accountId, gateway: 'sandbox', brand: 'sandbox', last4: '4242', expiry_month: 12, expiry_year: 2099 },
      ...{ gateway_id: `sandbox_card_${accountId}`, gateway_customer: `sandbox_customer_${accountId}` },
    })
    .execute();
}

export interface ActsAfterBackup {
  acts: string[];
  /** Servers that came after the backup and still have their machine. */
  newServers: number[];
}

export async function actAfterBackup(
  house: RestorableInstallation,
  at: OpenInstallation,
  { ada, servers, lost, floatingIp }: StateAtBackup,
): Promise<ActsAfterBackup> {
  const { db, call } = at;
  const acts: string[] = [];
  const token = { token: ada.token };
  const operator = openOperator({ db, clock: CLOCK_AFTER_BACKUP });
  const worker: Worker = await at.work();
  const act = async <T>(name: string, does: () => Promise<T>): Promise<T> => {
    acts.push(name);
    const result = await does();
    await worker.idle();
    return result;
  };
  acts.push('restart', 'reinstall', 'terminate');
  await worker.idle();
  const deployed: number[] = [];
  for (let n = 1; n <= 6; n += 1) deployed.push((await act(`deploy ${n}`, () => ok(deploy(at, ada, { name: `new-${n}` })))).id);
  for (const amount of [20, 30, 40])
    await act(`pay ${amount}`, () => ok(call('depositFunds', { body: { amount, payment_method: 'card' } }, token)));
  await pollPaymentsAhead(at, days(28));
  await worker.idle();
  const { data: payments } = await operator.run('listPayments', { account: ada.email });
  for (const { id } of payments.slice(0, 2))
    await act(`refund ${id}`, () => operator.run('refundPayment', { payment: id, amount: '5' }));
  for (const amount of ['10', '15'])
    await act(`fund ${amount}`, () => operator.run('fundAccount', { account: ada.email, amount, reason: 'x' }));
  await act('charge a saved card', () => renewServices(givenJobCx(db, { clock: CLOCK_AFTER_BACKUP })));
  await pollPaymentsAhead(at, days(28));
  for (let n = 1; n <= 4; n += 1)
    await act(`ticket ${n}`, async () => {
      const ticketId = await givenTicket(db, { accountId: ada.accountId });
      const { key } = await storeFile(house.attachments, `of after, ${n}`);
      await givenAttachment(db, { accountId: ada.accountId, ticketId, key });
    });
  await act('floating IP attached', () =>
    ok(call('attachFloatingIps', { body: { ids: [floatingIp], server_id: servers[0] } }, token)),
  );
  await act('floating IP moved', () =>
    ok(call('attachFloatingIps', { body: { ids: [floatingIp], server_id: deployed[0] } }, token)),
  );
  for (const id of deployed.slice(0, 3)) {
    await act(`snapshot of ${id}`, () => ok(call('createSnapshot', { params: { id }, body: { name: 'new' } }, token)));
    await act(`stop ${id}`, () => ok(call('stopServer', { params: { id } }, token)));
    await act(`restart ${id}`, () => ok(call('restartServer', { params: { server: id } }, token)));
  }
  for (const name of ['one', 'two'])
    await act(`firewall ${name}`, () => ok(call('createFirewall', { body: { name, rules: [] } }, token)));
  for (const id of deployed.slice(4)) {
    const row = await db.selectFrom('servers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await act(`end ${id}`, () =>
      db.transaction().execute((trx) => startWorkflow({ ...givenJobCx(db), db: trx }, 'server.terminate', row, {})),
    );
  }
  const ended = await db.selectFrom('servers').selectAll().where('id', '=', lost).executeTakeFirstOrThrow();
  await act(`end ${lost}`, () =>
    db.transaction().execute((trx) => startWorkflow({ ...givenJobCx(db), db: trx }, 'server.terminate', ended, {})),
  );
  for (let n = 1; n <= 2; n += 1)
    await act(`token ${n}`, () => ok(call('createToken', { body: { name: `new ${n}`, abilities: ['read'] } }, token)));
  await act('revoke a token', () => operator.run('revokeToken', { token: ada.tokenId }));
  await act('invoices', () => issueNow(db, CLOCK_AFTER_BACKUP, openInvoiceJournal(house.journal)));
  return { acts, newServers: deployed.slice(0, 4) };
}
