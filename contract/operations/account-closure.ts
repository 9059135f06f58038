import { operation } from '../define.ts';
import { AccountClosure, CreateAccountClosure } from '../schemas/account-closure.ts';

/** Permanent closure of an account. */
export const accountClosure = {
  getAccountClosure: operation({
    method: 'GET',
    path: '/account/closure',
    group: 'Account closure',
    title: 'Get the closure of the account',
    summary: 'Returns whether the account is being closed, and what prevents closing it.',
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
      'Requests closing the account. The request is refused while something prevents it, such as a service that is not terminated or a suspension of the account. For 14 days the account can only be read and exported, and the closing can be undone. Then the account is closed and its members lose access. Data that the law does not require us to keep is erased. All members get an email.',
    origin: 'ours',
    ability: 'account',
    needs: ['own'],
    requiresReauthentication: true,
    // The function refuses a suspended account with a sentence of its own.
    whileSuspended: true,
    // The first request starts the closure. A repeat with the same key must still get the stored reply.
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
    summary: 'Undoes the closing of the account.',
    origin: 'ours',
    ability: 'account',
    needs: ['own'],
    whileClosing: true,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state', 'insufficient_role', 'out_of_scope'],
  }),
};
