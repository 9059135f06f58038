/** Closes requests for approval that can no longer be carried out, because another act has moved their money or ended their service. */
import type { Database } from '@innkeeper/db/schema';
import { sqlState, withSavepoint } from '@innkeeper/db/transaction';
import { Failure, type FailureCode } from '@innkeeper/model/failures';
import { type Kysely, type Selectable, sql } from 'kysely';
import { accountIdOf } from '../accounts/find.ts';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMailToAddress } from '../mail/queue.ts';
import { findRequester } from '../mail/to-requester.ts';
import { closeWaitingAlert } from './waiting.ts';

type Approval = Selectable<Database['staff_approvals']>;

/** Failures that stay. A lock and a lack of balance can pass while a request waits. */
const LASTING: readonly FailureCode[] = ['wrong_state', 'not_found', 'validation'];

/** The account whose money an act has moved, and a credit that other accounts may be waiting for. */
export interface Concerned {
  accountId: number;
  line: number | undefined;
}

/**
 * Validates each waiting request about an account or credit, and closes as void those that are refused for good. Their requesters get a mail with
 * the reason. A request that another person decides at this moment is left out.
 *
 * `validate` throws the errors of the request without carrying it out. Its locks are released.
 */
export async function voidApprovals<Same extends MutatingCx>(
  cx: Same,
  { accountId, line }: Concerned,
  validate: (cx: Same, approval: Approval) => Promise<unknown>,
): Promise<void> {
  const waiting = cx.db
    .selectFrom('staff_approvals')
    .selectAll()
    .where((eb) => {
      const ofAccount = eb('account_id', '=', accountId);
      if (line === undefined) return ofAccount;
      return eb.or([ofAccount, eb.and({ operation: 'assignBank' }).and(sql<string>`input ->> 'line'`, '=', String(line))]);
    })
    // The end of a service that is moved may be refused for reasons that pass, such as an unpaid order.
    .where('operation', '<>', 'setService')
    .where('outcome', 'is', null);
  const current = waiting.where('expires_at', '>', cx.clock.now()).orderBy('id');
  for (const approval of await current.forUpdate().skipLocked().execute()) {
    const reason = await refusalOf(cx, () => validate(cx, approval));
    if (reason !== undefined) await close(cx, approval, reason);
  }
}

/** SQLSTATEs of a lock that others hold: no lock within the time, and a deadlock. */
const LOST_LOCK: readonly string[] = ['55P03', '40P01'];

const ROLL_BACK = new Error('rolled back on purpose');

/** Returns why a request is refused for good, or `undefined`. Releases the locks of the validation. */
async function refusalOf(cx: MutatingCx, validate: () => Promise<unknown>): Promise<string | undefined> {
  try {
    return await withSavepoint(cx.db, async () => {
      // The validation takes locks in another order than requests of customers, so it does not wait for them.
      await sql`set local lock_timeout = '200ms'`.execute(cx.db);
      await validate();
      throw ROLL_BACK;
    });
  } catch (error) {
    if (error === ROLL_BACK) return undefined;
    if (error instanceof Failure) return LASTING.includes(error.code) ? error.message : undefined;
    // The act before it counts. The request waits, and is validated again after the next act.
    if (LOST_LOCK.includes(sqlState(error) ?? '')) return undefined;
    throw error;
  }
}

async function close(cx: MutatingCx, approval: Approval, reason: string): Promise<void> {
  const { id, operation, requested_by } = approval;
  const now = cx.clock.now();
  const row = cx.db.updateTable('staff_approvals').set({ outcome: 'void', reason, decided_at: now, expiry_mail: null });
  await row.where('id', '=', id).execute();
  await audit(cx, 'approval.void', { kind: 'approval', id, accountId: null }, { operation, requested_by, reason });
  await closeWaitingAlert(cx.db, id, now);
  const requester = await findRequester(cx, approval);
  if (!requester) return;
  const { address, request } = requester;
  await queueMailToAddress(cx, {
    ...{ address, template: 'approval-void', accountId: null, userId: null, dedupeKey: `approval-void:${id}` },
    data: { ...request, reason },
  });
}

/** Finds what the input of an operation concerns, after the operation. Returns `undefined` if the input names nothing that exists. */
export async function findConcerned(db: Kysely<Database>, input: object): Promise<Concerned | undefined> {
  const { account, payment, order, service, refund, line } = input as Readonly<Record<string, unknown>>;
  const credit = typeof line === 'number' ? line : undefined;
  if (typeof account === 'string') return { accountId: await accountIdOf(db, account), line: credit };
  const { rows } = await sql<{ account_id: number }>`
    select account_id from payments where id = ${payment ?? null}::int
    union all select account_id from orders where id = ${order ?? null}::int
    union all select account_id from services where id = ${service ?? null}::int
    union all select p.account_id from payment_refunds r join payments p on p.id = r.payment_id where r.id = ${refund ?? null}::int
    union all select p.account_id from bank_statement_lines l join payments p on p.id = l.payment_id where l.id = ${line ?? null}::int
    limit 1`.execute(db);
  return rows[0] && { accountId: rows[0].account_id, line: credit };
}
