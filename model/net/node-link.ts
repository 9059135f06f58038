/** Decides about the link between the workers of several hosts: which worker answers which request, and which relays run. Pure. */

export type LinkSide = 'first host' | 'every node';

/** The rule of a request: how it is recognised, whose worker answers, and who may ask. */
export interface LinkRule {
  /** Returns whether a request is of this kind. */
  matches(method: string, path: string): boolean;
  readonly answeredBy: LinkSide;
  readonly askedBy: LinkSide;
}

export interface LinkParties {
  /** Name of the node whose worker got the request. */
  own: string;
  /** Name of the node that asks. Its certificate was compared. */
  peer: string;
  /** Name of the first host. */
  firstHost: string;
}

/** Returns the rule that answers a request, or the status of the refusal. */
export function chooseRule<Rule extends LinkRule>(
  rules: readonly Rule[],
  { method = '', url = '' }: { method?: string | undefined; url?: string | undefined },
  { own, peer, firstHost }: LinkParties,
): Rule | 403 | 404 {
  const holds = (side: LinkSide, node: string): boolean => side === 'every node' || node === firstHost;
  const rule = rules.find((one) => one.matches(method, url) && holds(one.answeredBy, own));
  if (rule === undefined) return 404;
  return holds(rule.askedBy, peer) ? rule : 403;
}

/** Returns the nodes whose relays start and stop, so that each linked node other than `own` has one. */
export function changeOfRelays(
  running: Iterable<string>,
  linked: readonly { node: string }[],
  own: string,
): { start: string[]; stop: string[] } {
  const wanted = new Set(linked.map(({ node }) => node).filter((node) => node !== own));
  const present = new Set(running);
  return {
    start: [...wanted].filter((node) => !present.has(node)),
    stop: [...present].filter((node) => !wanted.has(node)),
  };
}
