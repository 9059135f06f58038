/**
 * Decides which operations staff may use inside an account, from the abilities that each entry needs.
 *
 * The scope `read` allows reading, `write` also running servers and their resources. Money, people and personal data of users are never
 * accessible, even with consent.
 */
import type { MemberAbility } from '@innkeeper/model/people/roles';
import type { SupportScope } from '@innkeeper/model/people/support-access';
import type { Operation } from './define.ts';
import type { OperationName } from './operations.ts';
import { needsOf } from './roles.ts';

const ABILITIES_BY_SCOPE: Readonly<Record<SupportScope, readonly MemberAbility[]>> = { read: ['read'], write: ['read', 'write'] };

/** Groups of operations about the user of the request. Staff have no such user. */
const USER_TAGS: readonly string[] = ['User', 'Tokens', 'Sessions', 'Passkeys'];

/** Operations that are refused although their abilities would allow them, with the reason. */
export const REFUSED_TO_SUPPORT: { readonly [Name in OperationName]?: string } = {
  allowMe: 'the operation is about the address of the caller',
  streamEvents: 'the stream would continue after the end of the access',
  updateWebhook: 'the operation decides where the events of the account are sent',
};

export function isAllowedForSupport(
  { name, operation }: { name: OperationName; operation: Operation },
  scope: SupportScope,
): boolean {
  const { anonymous, group, reply } = operation;
  if (anonymous || reply.secret || USER_TAGS.includes(group) || REFUSED_TO_SUPPORT[name] !== undefined) return false;
  return needsOf(operation).every((need) => ABILITIES_BY_SCOPE[scope].includes(need));
}
