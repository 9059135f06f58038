/** Throttles wrong promo codes, so that no code can be found by guessing. Valid codes do not count. */

import { Failure } from '@innkeeper/model/failures';
import { openLeakyBuckets } from '@innkeeper/model/sign-in/leaky-bucket';
import { seconds } from '@innkeeper/model/time/clock';

export interface PromoTry {
  /** Cancels the try, because the code was valid. */
  release(): void;
}

export interface PromoTries {
  /** Counts a try before the code is looked up. Throws `rate_limited` if the account has no tries left, even for a valid code. */
  begin(accountId: number, now: Date): PromoTry;
}

/** Allows a burst of 10 tries, then 10 a minute. */
const ACCOUNT_LIMIT = { capacity: 10, leakMs: seconds(6) };

/** Opens a throttle without any counted tries. */
export function openPromoTries(): PromoTries {
  const accounts = openLeakyBuckets(ACCOUNT_LIMIT);
  return {
    begin(accountId, now) {
      const key = String(accountId);
      const waitMs = accounts.take(key, now.getTime());
      if (waitMs === undefined) return { release: () => accounts.release(key) };
      const message = 'There were too many wrong promo codes. Try again later.';
      throw new Failure('rate_limited', { message, retryAfter: Math.ceil(waitMs / 1000) });
    },
  };
}
