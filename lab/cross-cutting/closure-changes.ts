/**
 * Requests for idempotency.test.ts that close an account, or cancel the closing. The account has no resources, which would prevent its
 * closing.
 */
import { days } from '@innkeeper/model/time/clock';
import { type GivenAccount, givenAccount } from '../given.ts';
import type { RequestChanges, Setup } from './setup.ts';

type Changes = () => Promise<RequestChanges & { accountId: number; other?: unknown }>;

/** Returns the requests by operation. */
export function closureChanges(setup: () => Setup) {
  let account: GivenAccount | undefined;
  const closable = async (closing: boolean): Promise<GivenAccount> => {
    const { db } = setup().lab;
    account ??= await givenAccount(db);
    const times = { closing_asked_at: new Date(), closes_at: new Date(Date.now() + days(14)) };
    await db
      .updateTable('accounts')
      .set(closing ? times : { closing_asked_at: null, closes_at: null })
      .where('id', '=', account.accountId)
      .execute();
    return account;
  };
  return {
    createAccountClosure: async () => {
      const { token, accountId, email } = await closable(false);
      return { token, accountId, body: { email }, other: { email: 'other@example.net' } };
    },
    deleteAccountClosure: async () => {
      const { token, accountId } = await closable(true);
      return { token, accountId };
    },
  } satisfies Record<string, Changes>;
}
