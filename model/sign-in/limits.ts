/** Limits of attempts to sign in, and of mails that callers request before they have signed in. */
export interface SignInLimits {
  /** Wrong passwords and codes from one address. */
  readonly address: AttemptLimit;
  /** Wrong passwords and codes for one user. */
  readonly account: AttemptLimit;
  /** Mails that one address requests. */
  readonly mails: AttemptLimit;
  /** Redirects of one address to identity providers. */
  readonly signOns: AttemptLimit;
}

export interface AttemptLimit {
  /** Attempts that may be made at once. */
  readonly capacity: number;
  /** Time in milliseconds after which one more attempt may be made. */
  readonly leakMs: number;
}
