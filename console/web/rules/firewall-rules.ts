/** Rules of firewalls: templates, differences, and who they let in by SSH. Pure. */
import type { Firewall, FirewallRule } from '@innkeeper/sdk/index';
import { holdsAddress } from './ip-networks.ts';

export const EVERYWHERE: readonly string[] = ['0.0.0.0/0', '::/0'];

const incoming = (protocol: FirewallRule['protocol'], ports: string[] | null, networks: readonly string[]): FirewallRule => ({
  direction: 'in',
  protocol,
  ports,
  networks: [...networks],
  description: null,
});

/** The rules that most servers need, in the form in which the API returns them. */
export const TEMPLATES = {
  ssh: [incoming('tcp', ['22'], EVERYWHERE)],
  web: [incoming('tcp', ['80', '443'], EVERYWHERE), incoming('udp', ['443'], EVERYWHERE)],
  ping: [incoming('icmp', null, ['0.0.0.0/0']), incoming('icmpv6', null, ['::/0'])],
} as const;
export type Template = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES: readonly Template[] = ['ssh', 'web', 'ping'];

const textOf = ({ direction, protocol, ports, networks, description }: FirewallRule): string =>
  JSON.stringify([direction, protocol, ports, networks, description]);

/** Returns whether two lists have the same rules. Their order has no effect. */
export function areSameRules(a: readonly FirewallRule[], b: readonly FirewallRule[]): boolean {
  const { added, removed } = compareRules(a, b);
  return added.size === 0 && removed.length === 0;
}

export interface RuleChanges {
  /** Places in `after`. */
  added: ReadonlySet<number>;
  /** Rules of `before` that `after` lacks. */
  removed: readonly FirewallRule[];
}

/** Compares two lists of rules. A rule that stands in both twice is in both twice. */
export function compareRules(before: readonly FirewallRule[], after: readonly FirewallRule[]): RuleChanges {
  const left = [...before];
  const added = new Set<number>();
  for (const [index, rule] of after.entries()) {
    const at = left.findIndex((other) => textOf(other) === textOf(rule));
    if (at === -1) added.add(index);
    else left.splice(at, 1);
  }
  return { added, removed: left };
}

/** Returns the rules with the ones of a template that they lack. */
export function withTemplate(rules: readonly FirewallRule[], template: Template): FirewallRule[] {
  const bare = (rule: FirewallRule) => textOf({ ...rule, description: null });
  const missing = TEMPLATES[template].filter((wanted) => rules.every((rule) => bare(rule) !== bare(wanted)));
  return [...rules, ...missing];
}

const SSH_PORT = 22;

function allowsSsh(rules: readonly FirewallRule[], address: string): boolean {
  return rules.some(
    ({ direction, protocol, ports, networks }) =>
      direction === 'in' &&
      (protocol === 'any' || protocol === 'tcp') &&
      (ports === null || ports.some((range) => holdsPort(range, SSH_PORT))) &&
      networks.some((network) => holdsAddress(network, address)),
  );
}

function holdsPort(range: string, port: number): boolean {
  const [first = 0, last = first] = range.split('-').map(Number);
  return first <= port && port <= last;
}

/**
 * Returns the names of the servers on which these rules close SSH for an address. A server whose other firewalls let it in is not among them.
 * The list is empty for a firewall without servers, which closes SSH wherever it is applied. `undefined` if SSH stays open.
 */
export function findClosedSsh(
  { id, rules, servers }: { id?: number; rules: readonly FirewallRule[]; servers: readonly { id: number; hostname: string }[] },
  firewalls: readonly Firewall[],
  address: string | null,
): string[] | undefined {
  if (address === null || allowsSsh(rules, address)) return undefined;
  const isOpenByAnother = (serverId: number) =>
    firewalls.some(
      (other) =>
        other.id !== id &&
        other.servers.some((server) => server.id === serverId && server.status !== 'removing') &&
        allowsSsh(other.rules, address),
    );
  const closed = servers.filter((server) => !isOpenByAnother(server.id));
  return closed.length === 0 && servers.length > 0 ? undefined : closed.map(({ hostname }) => hostname);
}
