/** Proofs by which the user of a session can confirm their identity. */

/** All proofs, in the order in which a session lists them. */
export const PROOFS = ['password', 'totp', 'passkey', 'single_sign_on'] as const;
export type Proof = (typeof PROOFS)[number];

export interface ProofFacts {
  hasPassword: boolean;
  /** True if the user has an authenticator app. */
  hasTotp: boolean;
  /** True if the user has a passkey that is valid here. */
  hasPasskey: boolean;
  /** True if an identity provider opened the session. */
  isByProvider: boolean;
}

const CAN_GIVE: Readonly<Record<Proof, (facts: ProofFacts) => boolean>> = {
  password: ({ hasPassword }) => hasPassword,
  // A code of the authenticator app proves nothing without the password.
  totp: ({ hasPassword, hasTotp }) => hasPassword && hasTotp,
  passkey: ({ hasPasskey }) => hasPasskey,
  single_sign_on: ({ isByProvider }) => isByProvider,
};

/** Returns the proofs that a session can give. */
export function proofsOf(facts: ProofFacts): Proof[] {
  return PROOFS.filter((proof) => CAN_GIVE[proof](facts));
}
