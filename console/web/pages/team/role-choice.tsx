import type { Member } from '@innkeeper/sdk/index';
import { Choices } from '../../parts/choices.tsx';
import { ROLE_WORDS } from '../../shared/team-texts.ts';
import { ROLE_ABILITIES, texts } from './texts.ts';

export type AssignableRole = Exclude<Member['role'], 'owner'>;

/** Roles that can be assigned. A member becomes owner by accepting an offer. */
const ASSIGNABLE_ROLES: readonly AssignableRole[] = ['admin', 'billing', 'technical', 'read-only'];

/** Shows the choice of a role, with the abilities of each role. */
export function RoleChoice(props: {
  value: AssignableRole;
  error: string | undefined;
  onChange: (role: AssignableRole) => void;
}) {
  return (
    <Choices
      {...props}
      legend={texts.role}
      options={ASSIGNABLE_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role], hint: ROLE_ABILITIES[role] }))}
    />
  );
}
