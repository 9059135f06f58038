/**
 * Throttles wrong passwords and codes, by network and by user. Valid passwords and codes do not count.
 *
 * Networks where a user has signed in before are counted separately. A flood from elsewhere therefore does not lock the user out there.
 * Counts leak away over time, so no one is locked out for good. The throttle behaves the same whether the user exists or not.
 */
import { createHash } from 'node:crypto';
import { liveView } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import { type LeakyBuckets, openLeakyBuckets } from '@innkeeper/model/sign-in/leaky-bucket';
import type { AttemptLimit, SignInLimits } from '@innkeeper/model/sign-in/limits';
import { networksAround } from './place.ts';

export interface SignInTry {
  /** Cancels the try, because it was valid. */
  release(): void;
}

export interface SignInThrottle {
  /** Counts a try by its network. Throws `rate_limited`. */
  address(network: string, now: Date): SignInTry;
  /**
   * Counts a try by the user in `of`, for example `email:ada@example.com`. `known` is `true` if that user has signed in from this network
   * before. Throws `rate_limited`.
   */
  account(of: string, place: { network: string; known: boolean }, now: Date): SignInTry;
  /** Counts a mail requested by a visitor from this network. Throws `rate_limited`. */
  mail(network: string, now: Date): void;
  /** Counts a redirect to an identity provider from this network. Throws `rate_limited`. */
  signOn(network: string, now: Date): void;
}

const TOO_MANY = 'There were too many attempts to sign in. Try again later.';

/** Opens a throttle. `limits` are read for each attempt, so that a reload can change them. */
export function openSignInThrottle(limits: SignInLimits): SignInThrottle {
  const addresses = openNetworkBuckets(liveView(() => limits.address));
  const mails = openNetworkBuckets(liveView(() => limits.mails));
  const signOns = openNetworkBuckets(liveView(() => limits.signOns));
  const accounts = openLeakyBuckets(liveView(() => limits.account));
  const take = (buckets: LeakyBuckets, key: string, now: Date, message = TOO_MANY): SignInTry => {
    const waitMs = buckets.take(key, now.getTime());
    if (waitMs !== undefined) {
      const retryAfter = Math.ceil(waitMs / 1000);
      throw new Failure('rate_limited', { message, retryAfter });
    }
    return { release: () => buckets.release(key) };
  };
  /** Counts a try in each network that contains its place. Counts nothing if one of these networks is over its limit. */
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
 * Factors of the limits for a /64 (or an IPv4 address), a /56 and a /48. Many callers share the wider networks, so these allow more. A
 * caller with a whole /48 gets ten times the tries of a caller with an address, and not 65,536 times.
 */
const WIDTHS = [1, 3, 10] as const;

function openNetworkBuckets(limit: AttemptLimit): NetworkBuckets {
  return WIDTHS.map((times) =>
    openLeakyBuckets(liveView(() => ({ capacity: limit.capacity * times, leakMs: limit.leakMs / times }))),
  );
}

/** Hashes a text, so that the key is short for any input. */
const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
