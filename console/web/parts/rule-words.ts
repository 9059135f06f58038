/** Describes the rules of a firewall. Pure. */
import type { FirewallRule } from '@innkeeper/sdk/index';
import { EVERYWHERE } from '../rules/firewall-rules.ts';
import { RULE_WORDS, SERVICE_NAMES, texts } from './firewalls-texts.ts';

/** Maximum number of networks in a sentence. */
const MAX_NETWORKS = 3;

/** Returns a rule as a sentence: `HTTP, HTTPS (TCP 80, 443) from everywhere`. */
export function describeRule(rule: FirewallRule): string {
  const write = rule.direction === 'in' ? RULE_WORDS.from : RULE_WORDS.to;
  return write(describeTraffic(rule), describeNetworks(rule));
}

/** Returns the traffic that a rule allows: `SSH (TCP 22)`. */
export function describeTraffic({ protocol, ports }: Pick<FirewallRule, 'protocol' | 'ports'>): string {
  if (protocol === 'any') return RULE_WORDS.everything;
  const name = protocol === 'tcp' || protocol === 'udp' ? texts.protocols[protocol] : undefined;
  if (name === undefined) {
    const isPing = protocol === 'icmp' || protocol === 'icmpv6';
    return isPing ? RULE_WORDS.named(RULE_WORDS.ping, protocol === 'icmp' ? 'ICMP' : 'ICMPv6') : texts.protocols[protocol];
  }
  if (ports === null) return RULE_WORDS.allPorts(name);
  const traffic = `${name} ${ports.join(', ')}`;
  const services = ports.map((port) => SERVICE_NAMES[`${protocol} ${port}`]);
  return services.every((service) => service !== undefined) ? RULE_WORDS.named(services.join(', '), traffic) : traffic;
}

const isFamily = (protocol: FirewallRule['protocol'], one: string) => one.includes(':') === (protocol === 'icmpv6');

function describeNetworks({ protocol, networks }: FirewallRule): string {
  const ofOneFamily = protocol === 'icmp' || protocol === 'icmpv6';
  const all = ofOneFamily ? EVERYWHERE.filter((one) => isFamily(protocol, one)) : EVERYWHERE;
  if (all.every((one) => networks.includes(one))) return RULE_WORDS.everywhere;
  const words = networks.map((network) =>
    network === '0.0.0.0/0'
      ? RULE_WORDS.everyIpv4
      : network === '::/0'
        ? RULE_WORDS.everyIpv6
        : network.replace(network.includes(':') ? /\/128$/ : /\/32$/, ''),
  );
  const shown = words.slice(0, MAX_NETWORKS);
  return [...shown, ...(words.length > MAX_NETWORKS ? [RULE_WORDS.more(words.length - MAX_NETWORKS)] : [])].join(', ');
}

/** Returns the incoming and the outgoing rules of a firewall as a sentence each, without their networks. */
export function summarizeRules(rules: readonly FirewallRule[]): readonly [incoming: string, outgoing: string] {
  const traffic = (direction: FirewallRule['direction']) => [
    ...new Set(rules.filter((rule) => rule.direction === direction).map(describeTraffic)),
  ];
  const [incoming, outgoing] = [traffic('in'), traffic('out')];
  return [
    incoming.length === 0 ? RULE_WORDS.nothingIn : RULE_WORDS.in(incoming.join('; ')),
    outgoing.length === 0 ? RULE_WORDS.everythingOut : RULE_WORDS.out(outgoing.join('; ')),
  ];
}
