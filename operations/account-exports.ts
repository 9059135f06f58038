import { insertExport, lockExportsOfDay, pageOfExports } from '@innkeeper/db/tables/account-exports';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import { type Cx, type MutatingCx, type RequestCx, transact } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';
import { days } from '@innkeeper/model/time/clock';
import { presentAccountExport } from '@innkeeper/present/account-export';
import { page, pageRequest } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Input, Reply, Services } from './define.ts';

/** Lists the account's exports, newest first. */
export async function listAccountExports(
  cx: RequestCx,
  { query }: Input<'listAccountExports'>,
): Promise<Reply<'listAccountExports'>> {
  return page(cx.url, query, await pageOfExports(cx.db, cx.actor.accountId, pageRequest(query)), presentAccountExport);
}

/**
 * Requests an export of all data of the account. A job writes the export, and a mail notifies the owner. Throws `wrong_state` while another
 * export is in progress, and `rate_limited` if the limit for 24 hours is reached.
 */
export async function createAccountExport(cx: MutatingCx<Customer>): Promise<Reply<'createAccountExport'>> {
  const { accountId, userId } = cx.actor;
  const now = cx.clock.now();
  const ofDay = await lockExportsOfDay(cx.db, accountId, now);
  if (ofDay.some(({ status }) => status === 'pending'))
    throw new Failure('wrong_state', { message: 'An export of this account is already in progress. Wait until it has ended.' });
  const max = cx.settings.accountExportsADay;
  const oldest = ofDay.at(-max);
  if (oldest) {
    const retryAfter = Math.ceil((oldest.created_at.getTime() + days(1) - now.getTime()) / 1_000);
    throw new Failure('rate_limited', {
      message: `An account can be exported at most ${max} times in 24 hours. Try again later.`,
      retryAfter,
    });
  }
  const made = await insertExport(cx.db, { accountId, userId, now });
  await audit(cx, 'createAccountExport', { kind: 'account_export', id: made.id });
  return presentAccountExport(made);
}

/** Returns the export that the path refers to. */
export async function getAccountExport(
  _cx: Cx,
  { accountExport }: Input<'getAccountExport'>,
): Promise<Reply<'getAccountExport'>> {
  return presentAccountExport(accountExport);
}

/** Returns the file of an export and adds an audit entry. Throws `wrong_state` for an export that is in progress or has expired. */
export async function downloadAccountExport(
  cx: Cx,
  { accountExport }: Input<'downloadAccountExport'>,
  { accountExports: files }: Pick<Services, 'accountExports'>,
): Promise<Reply<'downloadAccountExport'>> {
  const { id, account_id, status, key, bytes, created_at, expires_at } = accountExport;
  if (status === 'pending') throw new Failure('wrong_state', { message: 'This export is still in progress. Try again later.' });
  const isExpired = status === 'expired' || key === null || (expires_at !== null && expires_at <= cx.clock.now());
  if (isExpired) throw new Failure('wrong_state', { message: 'This export has expired. Request a new export.' });
  const content = await files.read(key);
  if (!content) throw new Error(`the file of account export ${id} is gone`);
  await transact(cx, (trx) => audit(trx, 'downloadAccountExport', { kind: 'account_export', id }));
  const name = `account-${account_id}-${created_at.toISOString().slice(0, 10)}.zip`;
  return new WithHeaders(content, {
    'Content-Length': String(Number(bytes)),
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}
