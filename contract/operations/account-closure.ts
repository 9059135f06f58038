import { operation } from '../define.ts';
import { AccountClosure, CreateAccountClosure } from '../schemas/account-closure.ts';

/** Closing an account for good. */
export const accountClosure = {
  getAccountClosure: operation({
    method: 'GET',
    path: '/account/closure',
    group: 'Account closure',
    title: 'Get the closure of the account',
    summary: 'Whether the account is about to be closed, and what stands in the way of closing it.',
    origin: 'ours',
    ability: 'read',
    needs: ['own'],
    bodyKind: 'none',
    reply: { status: 200, schema: AccountClosure },
    failures: [],
  }),
  createAccountClosure: operation({
    method: 'POST',
    path: '/account/closure',
    group: 'Account closure',
    title: 'Close the account',
    summary:
      'Asks to close the account. It is refused as long as something stands in the way, such as a service that has not ended. From now on the account can only be read, exported, and kept open after all; after 14 days its members lose it, and what the law does not have us keep is erased. All members get a mail.',
    origin: 'ours',
    ability: 'account',
    needs: ['own'],
    recent: true,
    // Sent again with the same key, it is answered again.
    whileClosing: true,
    perMinute: 5,
    bodyKind: 'json',
    body: CreateAccountClosure,
    reply: { status: 201, schema: AccountClosure },
    failures: ['wrong_state', 'insufficient_role', 'out_of_scope'],
  }),
  deleteAccountClosure: operation({
    method: 'DELETE',
    path: '/account/closure',
    group: 'Account closure',
    title: 'Keep the account open',
    summary: 'Undoes that the account is about to be closed. It works as before.',
    origin: 'ours',
    ability: 'account',
    needs: ['own'],
    whileClosing: true,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state', 'insufficient_role', 'out_of_scope'],
  }),
};
