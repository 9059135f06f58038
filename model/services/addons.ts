/** Addons of servers: the behaviour of each kind, and the price for a changed quantity. */
import type { Cents } from '../money/money.ts';

interface AddonBehaviour {
  /** Keys that the addon may have in the catalogue, or `null` for any key. */
  keys: readonly string[] | null;
  /** Address that each unit of the addon adds. */
  address?: { version: 4 | 6; ddosProtected: boolean };
  /** The quantity counts users and can be changed. */
  seats?: true;
  /** The addon adds traffic. Plans with unmetered traffic refuse it. */
  traffic?: true;
  /** The operator delivers the addon by hand. */
  billsOnly?: true;
}

export const ADDON_KINDS = {
  backups: { keys: ['backups'] },
  'extra-ipv4': { keys: ['extra_ipv4'], address: { version: 4, ddosProtected: false } },
  'extra-ipv4-ddos': { keys: ['extra_ipv4_ddos'], address: { version: 4, ddosProtected: true } },
  'extra-ipv6': { keys: ['extra_ipv6'], address: { version: 6, ddosProtected: false } },
  bandwidth: { keys: ['bandwidth'], traffic: true },
  cpanel: { keys: null, billsOnly: true },
  seats: { keys: ['microsoft_rds_sal', 'microsoft_office_sal'], seats: true, billsOnly: true },
} as const satisfies Record<string, AddonBehaviour>;

export type AddonKind = keyof typeof ADDON_KINDS;

export const behaviourOf = (kind: AddonKind): AddonBehaviour => ADDON_KINDS[kind];

/** A requested addon. */
export interface AddonRequest {
  /** Field of the request, as the API names it. */
  field: string;
  /** Product key in the catalogue. */
  key: string;
  quantity: number;
}

/** The part of a catalogue addon that a request is checked against. */
export interface AddonOffer {
  key: string;
  kind: AddonKind;
  maximum: number;
  onSale: boolean;
  /** Ids of the plans that may have the addon, or `null` for all plans. */
  planIds: readonly number[] | null;
}

/** Returns a sentence that explains why a server of the plan cannot have the addon, or `undefined` if it can. */
export function addonRefusal(
  request: AddonRequest,
  offer: AddonOffer | undefined,
  plan: { id: number; bandwidth_tb: number } | undefined,
): string | undefined {
  if (!offer || (request.field !== request.key && offer.kind !== request.field)) return NOT_ON_SALE;
  if (!offer.onSale || (plan && offer.planIds !== null && !offer.planIds.includes(plan.id))) return NOT_ON_SALE;
  if (behaviourOf(offer.kind).traffic && plan?.bandwidth_tb === 0)
    return 'The traffic of this plan is unmetered, so it takes no traffic addon.';
  if (request.quantity > offer.maximum)
    return `A server can have at most ${offer.maximum} of this addon, but ${request.quantity} were requested.`;
  return undefined;
}

const NOT_ON_SALE = 'This addon is not available for this plan.';

/**
 * Returns the price of a cycle after the quantity changes from `from` to `to`. `price` is the price of `from` units. Each additional unit
 * costs `each` per cycle. A smaller quantity costs its share of `price`, rounded to the nearest cent.
 */
export function scaledPrice({ price, from, to, each }: { price: Cents; from: number; to: number; each: Cents }): Cents {
  if (to >= from) return price + each * BigInt(to - from);
  const [part, whole] = [BigInt(to), BigInt(from)];
  return (price * part * 2n + whole) / (whole * 2n);
}

/** Returns the monthly traffic in TB of a server with its traffic addons. 0 means unmetered. */
export const trafficLimit = (ofPlan: number, more: number): number => (ofPlan === 0 ? 0 : ofPlan + more);
