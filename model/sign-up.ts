/** Who may open an account: the operator decides. */

export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** Why nobody may at the moment, for who asks; undefined: they may. `invited`: by the host. */
export function signUpRefusal(mode: SignUpMode, { invited }: { invited: boolean }): string | undefined {
  if (mode === 'open' || (mode === 'invitation' && invited)) return undefined;
  return mode === 'closed'
    ? 'No new accounts are opened at the moment.'
    : 'New accounts are opened by invitation only. Please ask us for one.';
}
