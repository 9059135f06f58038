/**
 * Wrong passwords and codes: counted by address, and by whom they are for. Right ones do not count. From where a user has signed in before
 * is counted apart, so that whoever floods an account from elsewhere keeps nobody out there; and what is counted leaks away, so that nobody
 * is locked out elsewhere either. Whether there is such a user makes no difference.
 */
import { createHash } from 'node:crypto';
import { viewOf } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import { type LeakyBuckets, openLeakyBuckets } from '@innkeeper/model/sign-in/leaky-bucket';
import type { AttemptLimit, SignInLimits } from '@innkeeper/model/sign-in/limits';
import { networksAround } from './place.ts';

export interface SignInTry {
  /** It was right. */
  release(): void;
}

export interface SignInThrottle {
  /** `network`: where it comes from. Throws `rate_limited`. */
  address(network: string, now: Date): SignInTry;
  /** `of`: whom it is for, `email:ada@example.com`. `known`: whether that user has signed in from this network. Throws `rate_limited`. */
  account(of: string, place: { network: string; known: boolean }, now: Date): SignInTry;
  /** Who is not signed in has somebody written a mail. `network`: where it comes from. Throws `rate_limited`. */
  mail(network: string, now: Date): void;
  /** A browser is sent to an identity provider. `network`: where it comes from. Throws `rate_limited`. */
  signOn(network: string, now: Date): void;
}

const TOO_MANY = 'There were too many attempts to sign in. Try again later.';

/** `limits` are read for each attempt, so that a reload can change them. */
export function openSignInThrottle(limits: SignInLimits): SignInThrottle {
  const addresses = openNetworkBuckets(viewOf(() => limits.address));
  const mails = openNetworkBuckets(viewOf(() => limits.mails));
  const signOns = openNetworkBuckets(viewOf(() => limits.signOns));
  const accounts = openLeakyBuckets(viewOf(() => limits.account));
  const take = (buckets: LeakyBuckets, key: string, now: Date, message = TOO_MANY): SignInTry => {
    const waitMs = buckets.take(key, now.getTime());
    if (waitMs !== undefined) {
      const retryAfter = Math.ceil(waitMs / 1000);
      throw new Failure('rate_limited', { message, retryAfter });
    }
    return { release: () => buckets.release(key) };
  };
  /** Counts a try in each network around its place, or in none if one of them has had too many. */
  const takeNetworks = (buckets: NetworkBuckets, network: string, now: Date, message?: string): SignInTry => {
    const tries: SignInTry[] = [];
    const release = (): void => {
      for (const one of tries.splice(0)) one.release();
    };
    try {
      for (const [i, around] of networksAround(network).entries())
        tries.push(take(buckets[i] as LeakyBuckets, around, now, message));
      return { release };
    } catch (error) {
      release();
      throw error;
    }
  };
  return {
    address: (network, now) => takeNetworks(addresses, network, now),
    account: (of, { network, known }, now) => take(accounts, digest(known ? `${of} ${network}` : of), now),
    mail: (network, now) =>
      void takeNetworks(mails, network, now, 'Too many mails were requested from your address. Try again later.'),
    signOn: (network, now) => void takeNetworks(signOns, network, now),
  };
}

type NetworkBuckets = readonly LeakyBuckets[];

/**
 * Tries of a /64, or of an IPv4 address, of a /56 and of a /48. Many callers share the wider ones, so these hold more; a caller who has a whole /48 still
 * gets ten times as much as one with an address, and not 65,536 times.
 */
const WIDTHS = [1, 3, 10] as const;

function openNetworkBuckets(limit: AttemptLimit): NetworkBuckets {
  return WIDTHS.map((times) =>
    openLeakyBuckets(viewOf(() => ({ capacity: limit.capacity * times, leakMs: limit.leakMs / times }))),
  );
}

/** However long the text is, the key is short. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
