/** Addons of servers: what each kind does, and how its price follows from its number. */
import type { Cents } from './money.ts';

interface AddonBehaviour {
  /** The keys that it may have in the catalogue; null: any. */
  keys: readonly string[] | null;
  /** What each of them is an address of. */
  address?: { version: 4 | 6; ddosProtected: boolean };
  /** Its number is of users, and can be changed. */
  seats?: true;
  /** More traffic: of nothing where traffic is not metered. */
  traffic?: true;
  /** The operator delivers it. */
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

/** An addon that is asked for. */
export interface AddonRequest {
  /** Of the request, as customers name it. */
  field: string;
  /** Of the product in the catalogue. */
  key: string;
  quantity: number;
}

/** What is sold, as far as a request is judged by it. */
export interface AddonOffer {
  key: string;
  kind: AddonKind;
  maximum: number;
  onSale: boolean;
  /** Ids of the plans that it is for; null: all. */
  planIds: readonly number[] | null;
}

/** Why a server of the plan can't have it, as a sentence; undefined when it can. */
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

/** The price of a cycle of what a server has `from` of for `price`, when there are `to`: what is added costs `each` for a cycle. */
export function scaledPrice({ price, from, to, each }: { price: Cents; from: number; to: number; each: Cents }): Cents {
  if (to >= from) return price + each * BigInt(to - from);
  const [part, whole] = [BigInt(to), BigInt(from)];
  return (price * part * 2n + whole) / (whole * 2n);
}

/** TB a month of a server with what it has bought more; 0: not metered. */
export const trafficLimit = (ofPlan: number, more: number): number => (ofPlan === 0 ? 0 : ofPlan + more);
