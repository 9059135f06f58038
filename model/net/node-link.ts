/** Decides about the link between the workers of several hosts: which worker answers which request, and which relays run. Pure. */

export type LinkSide = 'first host' | 'every node';

/** The rule of a request: how it is recognised, whose worker answers, and who may ask. */
export interface LinkRule {
  /** Returns whether a request is of this kind. */
  matches(method: string, path: string): boolean;
  readonly answeredBy: LinkSide;
  readonly askedBy: LinkSide;
  /** True for the requests about guests. Connections of relays carry no others. */
  readonly isForGuests?: boolean;
}

export interface LinkParties {
  /** Name of the node whose worker got the request. */
  own: string;
  /** Name of the node that asks. Its certificate was compared. */
  peer: string;
  /** Name of the first host. */
  firstHost: string;
  /** True if the bytes of the connection come from the API, over a relay. */
  onlyGuests: boolean;
}

/** Returns the rule that answers a request, or the status of the refusal. */
export function chooseRule<Rule extends LinkRule>(
  rules: readonly Rule[],
  { method = '', url = '' }: { method?: string | undefined; url?: string | undefined },
  { own, peer, firstHost, onlyGuests }: LinkParties,
): Rule | 403 | 404 {
  const holds = (side: LinkSide, node: string): boolean => side === 'every node' || node === firstHost;
  const carries = (rule: Rule): boolean => rule.isForGuests === true || !onlyGuests;
  const rule = rules.find((one) => carries(one) && one.matches(method, url) && holds(one.answeredBy, own));
  if (rule === undefined) return 404;
  return holds(rule.askedBy, peer) ? rule : 403;
}

/** A running `server.migrate`, with the names of nodes. */
export interface RunningMove {
  from: string;
  to: string;
  /** False while the workflow is rolled back. */
  isForward: boolean;
  /** Node of the server's row. */
  home: string | null;
  /** Boot id of the server's row. */
  bootId?: string | null;
}

export type MoveRequest = 'disk' | 'memory' | 'take';

/**
 * Returns the status with which a node refuses a request about a machine that moves to it, or `null` if it may serve the request. Only the
 * source of the move may ask. Only the row of the server lets it start here.
 */
export function refusalOfMove(
  move: RunningMove | undefined,
  { own, peer, what }: { own: string; peer: string; what: MoveRequest },
): 403 | 404 | 409 | null {
  if (move === undefined) return 404;
  if (move.from !== peer || move.to !== own) return 403;
  const isTime = what === 'take' ? move.home === own : move.isForward;
  return isTime ? null : 409;
}

/**
 * Returns the nodes whose relays stop, and then those whose relays start, so that each linked node other than `own` has one. A node with
 * another certificate gets a new one. `running` has the certificate of each relay.
 */
export function changeOfRelays<Link extends { node: string; certificate: string }>(
  running: ReadonlyMap<string, string>,
  linked: readonly Link[],
  own: string,
): { stop: string[]; start: Link[] } {
  const wanted = new Map(linked.filter(({ node }) => node !== own).map((link) => [link.node, link]));
  return {
    stop: [...running].filter(([node, certificate]) => wanted.get(node)?.certificate !== certificate).map(([node]) => node),
    start: [...wanted.values()].filter(({ node, certificate }) => running.get(node) !== certificate),
  };
}
