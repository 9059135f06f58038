/** Counts wrong promo codes, so that nobody finds a code by guessing. Right ones do not count. */
import { seconds } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import { openLeakyBuckets } from '@innkeeper/model/sign-in/leaky-bucket';

export interface PromoTry {
  /** Takes the try back: the code was right. */
  release(): void;
}

export interface PromoTries {
  /** Counts a try before the code is looked up. Throws `rate_limited` if the account has none left, whether its code is right or not. */
  begin(accountId: number, now: Date): PromoTry;
}

/** 10 at once, then 10 a minute. */
const OF_ACCOUNT = { capacity: 10, leakMs: seconds(6) };

export function openPromoTries(): PromoTries {
  const accounts = openLeakyBuckets(OF_ACCOUNT);
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
