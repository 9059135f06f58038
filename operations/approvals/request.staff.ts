/** Measures requests for approval, and validates that they can still be carried out. Nothing here carries them out. */
import type { ApprovedOperation } from '@innkeeper/contract/operator/all';
import type { ApprovalRow } from '@innkeeper/db/tables/named-approvals';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { validateCharge } from '@innkeeper/domain/payments/charge-account';
import { validateCredit } from '@innkeeper/domain/payments/credit';
import { Failure } from '@innkeeper/model/failures';
import { type Cents, parseDecimal } from '@innkeeper/model/money/money';
import { validateEndOfAccount } from '../accounts.staff.ts';
import { validateAssignment } from '../bank.staff.ts';
import type { StaffCx, StaffInput } from '../define.staff.ts';
import { planRefund } from '../orders.staff.ts';
import { validateConfirmation, validatePaymentRefund } from '../payments.staff.ts';
import { lockRefundToFail } from '../refunds.staff.ts';
import { validateEnd, validateMove } from '../services.staff.ts';

export interface ApprovalAmount {
  /** Amount in cents, or `null` for an operation that always needs a second person. */
  amount: Cents | null;
  accountId: number;
  /** True if a second person decides whatever the amount is: one person could fail a refund, and send it to an account of their own. */
  isRedirected?: boolean;
}

type Measure<Name extends ApprovedOperation> = (cx: StaffCx, input: StaffInput<Name>) => Promise<ApprovalAmount>;

/**
 * Validates each operation as the operation itself does, without its work: an order may have hundreds of lines, and an account hundreds of
 * services. Throws every error of the operation that does not pass by itself.
 */
const MEASURES: { readonly [Name in ApprovedOperation]: Measure<Name> } = {
  async assignBank(cx, input) {
    const { accountId, above } = await validateAssignment(cx, input);
    return { amount: above, accountId };
  },
  async chargeAccount({ db }, { account, amount: text }) {
    const charge = { accountId: await accountIdOf(db, account), amount: parseDecimal(text) };
    await validateCharge({ db }, charge);
    return charge;
  },
  async confirmPayment(cx, input) {
    const { payment, above } = await validateConfirmation(cx, input);
    return { amount: above, accountId: payment.account_id };
  },
  endAccount: async (cx, input) => ({ amount: null, accountId: await validateEndOfAccount(cx, input) }),
  endService: async (cx, input) => ({ amount: null, accountId: (await validateEnd(cx, input)).account_id }),
  async failRefund(cx, { refund }) {
    const row = await lockRefundToFail(cx, refund);
    // The money of a refund that was not sent is still here.
    return { amount: row.state === 'succeeded' ? row.amount : 0n, accountId: row.account_id };
  },
  async fundAccount(cx, { account, amount: text }) {
    const credit = { accountId: await accountIdOf(cx.db, account), amount: parseDecimal(text) };
    await validateCredit(cx, credit);
    return credit;
  },
  async refundOrder(cx, input) {
    const { gross, order, isRedirected } = await planRefund(cx, input);
    return { amount: input.dry_run ? 0n : gross, accountId: order.account_id, isRedirected };
  },
  async refundPayment(cx, input) {
    const { payment, amount, isRedirected } = await validatePaymentRefund(cx, input);
    return { amount, accountId: payment.account_id, isRedirected };
  },
  async setService(cx, input) {
    const { service, gift } = await validateMove(cx, input);
    return { amount: gift, accountId: service.account_id };
  },
};

/** Returns the amount that an operation would move or give, and its account. Throws the errors of the operation. */
export const measureRequest = <Name extends ApprovedOperation>(
  cx: StaffCx,
  operation: Name,
  input: StaffInput<Name>,
): Promise<ApprovalAmount> => MEASURES[operation](cx, input);

/** Throws if a request cannot be carried out now, or is worth more than the requested amount. Takes the locks of the operation. */
export async function validateRequest(cx: StaffCx, { operation, input, amount }: ApprovalRow): Promise<void> {
  // The entry point validated the input when the approval was requested, and only these operations are requested.
  const measure = MEASURES[operation as ApprovedOperation] as (cx: StaffCx, input: unknown) => Promise<ApprovalAmount>;
  refuseMore((await measure(cx, input)).amount, amount);
}

/** Throws `wrong_state` if the amount has grown. The end of a service may be nearer, or other money may have arrived. */
export function refuseMore(currentAmount: Cents | null, approvedAmount: Cents | null): void {
  if (currentAmount !== null && approvedAmount !== null && currentAmount > approvedAmount)
    throw new Failure('wrong_state', {
      message: 'The change is now worth more than the requested amount. Request approval again.',
    });
}
