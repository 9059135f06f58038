/** Fixtures: payment methods, and control of the sandbox, for tests of payments. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '@innkeeper/db/schema';
import { receiveWebhook } from '@innkeeper/domain/payments/receive-webhook';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { Engine } from '@innkeeper/engine/open';
import { SandboxGateway } from '@innkeeper/engine/payments/sandbox/driver';
import { sandboxEvent, sandboxHint } from '@innkeeper/engine/payments/sandbox/webhook';
import { handleWebhooks } from '@innkeeper/jobs/handle-webhooks';
import type { PaymentsContext } from '@innkeeper/jobs/job';
import { jobActor } from '@innkeeper/jobs/job';
import { pollPayments } from '@innkeeper/jobs/poll-payments';
import { pollRefunds } from '@innkeeper/jobs/poll-refunds';
import { postBankTransfers } from '@innkeeper/jobs/post-bank-transfers';
import { type Clock, systemClock } from '@innkeeper/model/time/clock';
import type { Kysely } from 'kysely';
import { givenJobCx } from './given-cx.ts';
import { labSettings } from './settings.ts';

/** Inserts a card by the sandbox, from 1.00 to 1000.00, and transfers to the seller's bank. */
export async function givenPaymentMethods(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('payment_methods')
    .values([
      { key: 'card', driver: 'sandbox', name: 'Card', minimum: 1_00n, maximum: 1_000_00n, saves_card: true, position: 1 },
      { key: 'bank', driver: 'bank', name: 'Bank transfer', position: 2 },
    ])
    .onConflict((oc) =>
      oc.column('key').doUpdateSet((eb) => ({
        driver: eb.ref('excluded.driver'),
        name: eb.ref('excluded.name'),
        minimum: eb.ref('excluded.minimum'),
        maximum: eb.ref('excluded.maximum'),
        saves_card: eb.ref('excluded.saves_card'),
        position: eb.ref('excluded.position'),
        enabled: true,
      })),
    )
    .execute();
  await db
    .updateTable('seller')
    .set({ name: 'Inn Ltd', iban: 'AT611904300234573201', bic: 'BKAUATWW', bank_name: 'Bank' })
    .execute();
}

/** Returns the context of a job that polls gateways, with the time of `clock`. */
export function paymentJobCx(place: { db: Kysely<Database>; engine: Engine }, clock: Clock = systemClock): PaymentsContext {
  const common = { clock, settings: labSettings, log: SILENT_LOG, requestId: null };
  return { db: place.db, payments: place.engine.payments, actor: jobActor('given'), ...common };
}

/** Polls payments as the worker's job does, at a time so far ahead that all pending ones are due. */
export function pollPaymentsAhead(place: { db: Kysely<Database>; engine: Engine }, ms: number): Promise<number> {
  return pollPayments(paymentJobCx(place, { now: () => new Date(Date.now() + ms) }));
}

/** Posts imported transfers, as the worker's job does. */
export const postTransfersNow = (db: Kysely<Database>): Promise<number> => postBankTransfers(givenJobCx(db));

/** Polls refunds as the worker's job does, `ms` from now. */
export const pollRefundsAhead = (place: { db: Kysely<Database>; engine: Engine }, ms: number): Promise<number> =>
  pollRefunds(paymentJobCx(place, { now: () => new Date(Date.now() + ms) }));

/** Makes the payer's bank return a refund. The sandbox reports it with `times` webhooks. */
export async function returnRefund(
  place: { db: Kysely<Database>; engine: Engine; home: string },
  { reference, gateway_id }: { reference: string; gateway_id: string | null },
  times: number,
): Promise<void> {
  await new SandboxGateway(join(place.home, 'payments', 'sandbox')).returnRefund(reference);
  for (let n = 1; n <= times; n += 1) {
    const eventId = `evt-${reference}-${n}`;
    const { body } = sandboxEvent('of the lab', { id: eventId, type: 'refund', subject: String(gateway_id) }, new Date());
    await receiveWebhook(givenJobCx(place.db), 'sandbox', { eventId, eventType: 'refund', hint: sandboxHint(body) }, body);
  }
  await handleWebhooks(paymentJobCx(place));
}

/** Inserts a card that the sandbox stores. Returns its id. */
export async function givenSavedCard(
  db: Kysely<Database>,
  { accountId }: { accountId: number },
  fields: { gateway_id?: string; last4?: string; expiry_year?: number; country?: string } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('saved_cards')
    .values({
      ...{ account_id: accountId, gateway: 'sandbox', brand: 'visa', last4: '4242', expiry_month: 12, expiry_year: 2099 },
      ...{ gateway_id: `sandbox_card_${accountId}_${randomUUID()}`, gateway_customer: `sandbox_customer_${accountId}` },
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
