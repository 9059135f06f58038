/** Alerts about refunds that a person sends by bank transfer. */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type RefundToSend, refundsToSend } from '@innkeeper/db/tables/refunds-to-send';
import { formatDecimal } from '@innkeeper/model/money/money';
import type { MutatingCx } from '../context.ts';

const TO_SEND = 'refund_to_send';

/** Opens the alert that asks a person for the transfer. */
export async function alertOfRefundToSend(cx: MutatingCx, refund: RefundToSend): Promise<void> {
  await alert(cx, refund, 'Send it, then run');
}

/** Closes the alert of a refund that has ended. */
export async function resolveRefundToSend(cx: MutatingCx, id: number): Promise<void> {
  await resolveAlerts(cx.db, { kind: TO_SEND, key: keyOf(id) }, cx.clock.now());
}

/** Opens the alerts of all refunds to send once more, because their transfers may have been sent after the backup. Returns the ids. */
export async function warnOfSentRefunds(cx: MutatingCx): Promise<number[]> {
  const refunds = await refundsToSend(cx.db);
  for (const refund of refunds) {
    await resolveRefundToSend(cx, refund.id);
    await alert(
      cx,
      refund,
      'The database was restored, so the transfer may have left already: look at your bank account first. Send it only if it has not left, then run',
    );
  }
  return refunds.map(({ id }) => id);
}

async function alert(cx: MutatingCx, { id, payment_id, amount, iban }: RefundToSend, ask: string): Promise<void> {
  const resource = { kind: 'payment', id: payment_id };
  const message = `Refund ${id} of ${formatDecimal(amount)} for payment ${payment_id} is to be sent by bank transfer. ${accountOf(iban)} ${ask} ./innkeeper refund settle ${id}. If it cannot be sent, run ./innkeeper refund fail ${id} --reason TEXT.`;
  await alertOnce(cx.db, { kind: TO_SEND, key: keyOf(id), resource, message });
}

// Earlier versions began refunds without any account.
const accountOf = (iban: string | null): string =>
  iban === null ? 'No account is known, so ask the customer for one.' : './innkeeper refund list --to-send shows its account.';

const keyOf = (id: number): string => `refund:${id}`;
