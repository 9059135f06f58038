/** Limits of sign-in attempts, and of mails that callers request without a session. */
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
  /** Number of attempts that may be made in a burst. */
  readonly capacity: number;
  /** Time in milliseconds after which one more attempt is allowed. */
  readonly leakMs: number;
}
