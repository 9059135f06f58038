/** Role checks for a member where the decision depends on more than the operation. */
import { insufficientRole, type MemberAbility, roleMay, rolesThatMay } from '@innkeeper/model/people/roles';
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';

/** Throws `insufficient_role` if the member's role lacks the ability. */
export function requireAbility({ actor }: Cx<Customer>, ability: MemberAbility): void {
  if (!roleMay(actor.role, ability)) throw insufficientRole(actor.role, rolesThatMay([ability]));
}
