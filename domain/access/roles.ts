/** What the member behind a request may do, where that depends on more than the operation. */
import { insufficientRole, type MemberAbility, roleMay, rolesThatMay } from '@innkeeper/model/roles';
import type { Customer } from '../actor.ts';
import type { Cx } from '../context.ts';

/** Throws `insufficient_role`. */
export function requireAbility({ actor }: Cx<Customer>, ability: MemberAbility): void {
  if (!roleMay(actor.role, ability)) throw insufficientRole(actor.role, rolesThatMay([ability]));
}
