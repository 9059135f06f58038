/** Ways to pay, and what the sandbox is told, for tests of payments. */
import { join } from 'node:path';
import type { Database } from '@innkeeper/db/schema';
import { receiveWebhook } from '@innkeeper/domain/payments/receive-webhook';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { Engine } from '@innkeeper/engine/open';
import { SandboxGateway } from '@innkeeper/engine/payments/sandbox/driver';
import { sandboxEvent, sandboxHint } from '@innkeeper/engine/payments/sandbox/webhook';
import { handleWebhooks } from '@innkeeper/jobs/handle-webhooks';
import type { PaymentsContext } from '@innkeeper/jobs/job';
import { jobNamed } from '@innkeeper/jobs/job';
import { landTransfers } from '@innkeeper/jobs/land-transfers';
import { lookAtPayments } from '@innkeeper/jobs/look-at-payments';
import { lookAtRefunds } from '@innkeeper/jobs/look-at-refunds';
import { type Clock, systemClock } from '@innkeeper/model/clock';
import type { Kysely } from 'kysely';
import { givenJobCx } from './given-cx.ts';
import { labSettings } from './settings.ts';

/** A card by the sandbox, from 1.00 to 1000.00, and transfers to the seller's bank. */
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

/** A job that asks gateways, at a time. */
export function paymentJobCx(place: { db: Kysely<Database>; engine: Engine }, clock: Clock = systemClock): PaymentsContext {
  const common = { clock, settings: labSettings, log: SILENT_LOG, requestId: null };
  return { db: place.db, payments: place.engine.payments, actor: jobNamed('given'), ...common };
}

/** Looks as the worker's job does, at a time so far ahead that whatever is under way is due. */
export function lookAhead(place: { db: Kysely<Database>; engine: Engine }, ms: number): Promise<number> {
  return lookAtPayments(paymentJobCx(place, { now: () => new Date(Date.now() + ms) }));
}

/** Posts what statements brought, as the worker's job does. */
export const landNow = (db: Kysely<Database>): Promise<number> => landTransfers(givenJobCx(db));

/** Asks what became of refunds, as the worker's job does, `ms` from now. */
export const lookAtRefundsAhead = (place: { db: Kysely<Database>; engine: Engine }, ms: number): Promise<number> =>
  lookAtRefunds(paymentJobCx(place, { now: () => new Date(Date.now() + ms) }));

/** The payer's bank sends a refund back, and the sandbox tells so by a webhook, `times`. */
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
