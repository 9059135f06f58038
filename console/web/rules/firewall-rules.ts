/** Rules of firewalls: templates, comparison, and SSH access. Pure. */
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

/** Rules that most servers need, in the format that the API returns. */
export const TEMPLATES = {
  ssh: [incoming('tcp', ['22'], EVERYWHERE)],
  web: [incoming('tcp', ['80', '443'], EVERYWHERE), incoming('udp', ['443'], EVERYWHERE)],
  ping: [incoming('icmp', null, ['0.0.0.0/0']), incoming('icmpv6', null, ['::/0'])],
} as const;
export type Template = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES: readonly Template[] = ['ssh', 'web', 'ping'];

const ruleKey = ({ direction, protocol, ports, networks, description }: FirewallRule): string =>
  JSON.stringify([direction, protocol, ports, networks, description]);

/** Returns whether two lists have the same rules in any order. */
export function areSameRules(a: readonly FirewallRule[], b: readonly FirewallRule[]): boolean {
  const { added, removed } = compareRules(a, b);
  return added.size === 0 && removed.length === 0;
}

export interface RuleChanges {
  /** Positions in `after` of the rules that `before` lacks. */
  added: ReadonlySet<number>;
  /** Rules of `before` that are missing in `after`. */
  removed: readonly FirewallRule[];
}

/** Compares two lists of rules. Each duplicate counts as a separate rule. */
export function compareRules(before: readonly FirewallRule[], after: readonly FirewallRule[]): RuleChanges {
  const left = [...before];
  const added = new Set<number>();
  for (const [index, rule] of after.entries()) {
    const at = left.findIndex((other) => ruleKey(other) === ruleKey(rule));
    if (at === -1) added.add(index);
    else left.splice(at, 1);
  }
  return { added, removed: left };
}

/** Returns the rules, followed by the missing rules of a template. Rules that differ only in their description count as present. */
export function withTemplate(rules: readonly FirewallRule[], template: Template): FirewallRule[] {
  const bare = (rule: FirewallRule) => ruleKey({ ...rule, description: null });
  const missing = TEMPLATES[template].filter((templateRule) => rules.every((rule) => bare(rule) !== bare(templateRule)));
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
 * Returns the hostnames of the servers on which these rules block SSH from an address. A server is excluded if another of its firewalls
 * allows SSH, because a packet needs only one allowing rule. Returns an empty list for a firewall without servers, which would block SSH on
 * any server that gets it. Returns `undefined` if SSH stays open or the address is unknown.
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
