/** State of a bucket of requests after it counted one. */
export interface BucketState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until requests are admitted again. Set only if the request exceeds the limit. */
  readonly retryAfter?: number;
}
