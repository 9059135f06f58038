/** Delivers router advertisements only to machines with a prefix, and sends them from the gateway address that all machines use. */
import type { NicSpec } from '../../../nic.ts';
import { tapOf } from '../names.ts';
import { prefixesOf } from '../prefixes.ts';
import { L2, type RulesPart } from './part.ts';

export const routerAdverts: RulesPart = {
  base: () => [
    `add set ${L2} advertised { type ifname; }`,
    `add chain ${L2} adverts { type filter hook postrouting priority 290; policy accept; }`,
    `flush chain ${L2} adverts`,
    `add rule ${L2} adverts icmpv6 type nd-router-advert oifname != @advertised drop`,
    `add rule ${L2} adverts icmpv6 type nd-router-advert ip6 saddr set fe80::1`,
  ],

  attach: (spec) => element(spec, 'add'),

  detach: (spec) => [...element(spec, 'add'), ...element(spec, 'delete')],

  clear: () => [`flush set ${L2} advertised`],
};

function element(spec: NicSpec, act: 'add' | 'delete'): string[] {
  return prefixesOf(spec).length === 0 ? [] : [`${act} element ${L2} advertised { "${tapOf(spec.machineId)}" }`];
}
