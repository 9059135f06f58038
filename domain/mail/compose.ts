/** Writes the mail of a fact from what is true now. Each kind has its file in `facts/`. */
import type { MailDue } from '@innkeeper/db/tables/mails-due';
import { isMailFact, isOldFact, type MailFact } from '@innkeeper/model/mail/facts';
import type { MutatingCx } from '../context.ts';
import type { Composer } from './composer.ts';
import { composeBalanceChanged } from './facts/balance-changed.ts';
import { composeServicesCancelled } from './facts/cancellations.ts';
import { composeDepositReceived } from './facts/deposit-received.ts';
import { composeServiceEnding, composeServiceKept, composeServicesEnded } from './facts/ends.ts';
import { composeOrderLapsed } from './facts/order-lapsed.ts';
import { composeOrderPaid } from './facts/order-paid.ts';
import { composeOrderRefunded } from './facts/order-refunded.ts';
import { composeOrderVoid } from './facts/order-void.ts';
import { composeOrderWaiting } from './facts/order-waiting.ts';
import { composePaymentKept } from './facts/payment-kept.ts';
import { composePayoutReturned, composePayoutSent } from './facts/payouts.ts';
import { composeRenewalDue } from './facts/renewal-due.ts';
import { composeServerReady } from './facts/server-ready.ts';
import { composeServicesPostponed } from './facts/services-postponed.ts';
import { composeServicesResumed } from './facts/services-resumed.ts';
import { composeServicesSuspended } from './facts/services-suspended.ts';

const COMPOSERS: Readonly<Record<MailFact, Composer>> = {
  'order-waiting': composeOrderWaiting,
  'order-lapsed': composeOrderLapsed,
  'order-void': composeOrderVoid,
  'order-paid': composeOrderPaid,
  'order-refunded': composeOrderRefunded,
  'deposit-received': composeDepositReceived,
  'payment-kept': composePaymentKept,
  'payout-sent': composePayoutSent,
  'payout-returned': composePayoutReturned,
  'balance-changed': composeBalanceChanged,
  'server-ready': composeServerReady,
  'renewal-due': composeRenewalDue,
  'services-suspended': composeServicesSuspended,
  'services-resumed': composeServicesResumed,
  'service-ending': composeServiceEnding,
  'service-kept': composeServiceKept,
  'services-ended': composeServicesEnded,
  'services-cancelled': composeServicesCancelled,
  'services-postponed': composeServicesPostponed,
};

/** Writes the mail of a fact, in the transaction that deleted the fact. Writes nothing for an old fact, and for one of another version. */
export async function composeMail(cx: MutatingCx, due: MailDue): Promise<void> {
  if (!isMailFact(due.kind) || isOldFact(due.created_at, cx.clock.now())) return;
  await COMPOSERS[due.kind](cx, due);
}
