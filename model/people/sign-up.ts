/** Sign-up modes, which the operator selects. */

export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/**
 * Returns a sentence that explains to the requester why sign-up is refused, or `undefined` if it is allowed. `invited` is true for an
 * invitation by the host.
 */
export function signUpRefusal(mode: SignUpMode, { invited }: { invited: boolean }): string | undefined {
  if (mode === 'open' || (mode === 'invitation' && invited)) return undefined;
  return mode === 'closed' ? 'Sign-up is closed at the moment.' : 'Sign-up is by invitation only. Ask us for an invitation.';
}
