/** A rule as typed by a person. Pure. */
import type { FirewallRule } from '@innkeeper/sdk/index';
import { EVERYWHERE } from '../../rules/firewall-rules.ts';

export interface RuleDraft {
  direction: FirewallRule['direction'];
  protocol: FirewallRule['protocol'];
  ports: string;
  networks: string;
  description: string;
}

export const NEW_RULE: RuleDraft = { direction: 'in', protocol: 'tcp', ports: '', networks: '', description: '' };

export const hasPorts = (protocol: FirewallRule['protocol']): boolean => protocol === 'tcp' || protocol === 'udp';

/** Returns the networks of a rule without given networks. */
function defaultNetworks(protocol: FirewallRule['protocol']): string[] {
  if (protocol === 'icmp') return EVERYWHERE.filter((one) => !one.includes(':'));
  return protocol === 'icmpv6' ? EVERYWHERE.filter((one) => one.includes(':')) : [...EVERYWHERE];
}

const itemsOf = (text: string): string[] => text.split(/[,;\s]+/).filter((item) => item !== '');

const withPrefix = (network: string): string =>
  network.includes('/') ? network : `${network}/${network.includes(':') ? 128 : 32}`;

/**
 * Returns the rule of a draft, nearly in the form in which the API returns it. The API validates the input and merges overlapping ports.
 */
export function toRule({ direction, protocol, ports, networks, description }: RuleDraft): FirewallRule {
  const given = itemsOf(ports).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  const places = itemsOf(networks);
  return {
    direction,
    protocol,
    ports: !hasPorts(protocol) || given.length === 0 ? null : given,
    networks: places.length === 0 ? defaultNetworks(protocol) : places.map(withPrefix),
    description: description.trim() === '' ? null : description.trim(),
  };
}

/** Returns the draft of a rule. A rule for all networks has an empty list. */
export function toDraft({ direction, protocol, ports, networks, description }: FirewallRule): RuleDraft {
  const isEverywhere = defaultNetworks(protocol).join() === networks.join();
  return {
    direction,
    protocol,
    ports: (ports ?? []).join(', '),
    networks: isEverywhere ? '' : networks.join(', '),
    description: description ?? '',
  };
}

export interface RefusedRule {
  /** Position in the sent list. */
  index: number;
  /** Messages by field of the rule. */
  fields: Record<string, string>;
}

/** Returns the first rule that the API refused, by field names such as `rules.3.ports.0`. */
export function findRefusedRule(fields: Readonly<Record<string, string>>): RefusedRule | undefined {
  const found = Object.entries(fields).flatMap(([name, sentence]) => {
    const [, index, field] = /^rules\.(\d+)\.(\w+)/.exec(name) ?? [];
    return index === undefined || field === undefined ? [] : [{ index: Number(index), field, sentence }];
  });
  const first = found.sort((a, b) => a.index - b.index)[0];
  if (first === undefined) return undefined;
  const refused: Record<string, string> = {};
  for (const { index, field, sentence } of found) {
    if (index === first.index) refused[field] = [refused[field], sentence].filter(Boolean).join(' ');
  }
  return { index: first.index, fields: refused };
}
