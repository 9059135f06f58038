/** Who may open an account: the operator decides. */

export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** Why nobody may at the moment, for who asks; undefined: they may. `invited`: by the host. */
export function signUpRefusal(mode: SignUpMode, { invited }: { invited: boolean }): string | undefined {
  if (mode === 'open' || (mode === 'invitation' && invited)) return undefined;
  return mode === 'closed' ? 'Sign-up is closed at the moment.' : 'Sign-up is by invitation only. Ask us for an invitation.';
}
