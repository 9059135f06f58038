import type { Member } from '@innkeeper/sdk/index';
import { Choices } from '../../parts/choices.tsx';
import { ROLE_ABILITIES, ROLE_WORDS, texts } from '../../texts/en/team.ts';

export type GivenRole = Exclude<Member['role'], 'owner'>;

/** Roles that a member can be given. The owner becomes one by an offer that is accepted. */
const GIVEN_ROLES: readonly GivenRole[] = ['admin', 'billing', 'technical', 'read-only'];

/** Chooses a role, with what it may do. */
export function RoleChoice(props: { value: GivenRole; error: string | undefined; onChange: (role: GivenRole) => void }) {
  return (
    <Choices
      {...props}
      legend={texts.role}
      options={GIVEN_ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role], hint: ROLE_ABILITIES[role] }))}
    />
  );
}
