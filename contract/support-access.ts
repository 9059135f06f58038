/**
 * What somebody of the staff may do inside an account, derived from what each entry needs: to read, and with the scope `write` to run servers and what
 * belongs to them. Money, people and what is a user's own are the account's alone, whatever it consents to.
 */
import type { MemberAbility } from '@innkeeper/model/roles';
import type { SupportScope } from '@innkeeper/model/support-access';
import type { Operation } from './define.ts';
import type { OperationName } from './operations.ts';
import { needsOf } from './roles.ts';

const NEEDS: Readonly<Record<SupportScope, readonly MemberAbility[]>> = { read: ['read'], write: ['read', 'write'] };

/** About the user who asks, and nobody of the staff is one. */
const OF_USERS: readonly string[] = ['User', 'Tokens', 'Sessions', 'Passkeys'];

/** What is refused though its needs would allow it, and why. */
export const NOT_FOR_SUPPORT: { readonly [Name in OperationName]?: string } = {
  allowMe: 'the operation is about the address of the caller',
  streamEvents: 'the stream would continue after the end of the access',
  updateWebhook: 'the operation decides where the events of the account are sent',
};

export function isForSupport({ name, operation }: { name: OperationName; operation: Operation }, scope: SupportScope): boolean {
  const { anonymous, group, reply } = operation;
  if (anonymous || reply.secret || OF_USERS.includes(group) || NOT_FOR_SUPPORT[name] !== undefined) return false;
  return needsOf(operation).every((need) => NEEDS[scope].includes(need));
}
