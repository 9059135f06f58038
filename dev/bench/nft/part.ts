import { NOT_MEASURED_HERE, part, type Target } from '../part.ts';
import { ms, row } from '../words.ts';
import { measureNft, type NftCase, type NftRun } from './measure.ts';

const WITH: readonly NftCase['with'][] = ['nothing', 'firewalls', 'protection'];
const named = (one: NftCase['with']): string => (one === 'nothing' ? '' : ` with ${one}`);
const CASES: NftCase[] = [1, 100, 1_000].flatMap((servers) =>
  WITH.map((one) => ({ name: `${servers} servers${named(one)}`, servers, with: one })),
);

export const nft = part<NftRun | null>({
  title: 'Rules of the network',
  always: true,
  async measure({ only, say }) {
    const cases = CASES.filter(({ name }) => name.includes(only));
    return process.getuid?.() === 0 ? measureNft(cases, say) : null;
  },
  section: (run) => (run === null ? NOT_MEASURED_HERE : sectionOf(run)),
  targets: (run) => (run === null ? [] : targetsOf(run)),
});

function sectionOf({ bare, cases }: NftRun): string {
  return `The driver writes the rules of a node's namespace for the given number of servers, each with an IPv4 address, an IPv6 prefix and a port limit. With
firewalls: each server has one firewall of ten rules, of which the last allows the packet. With protection: traffic to each address is counted, single sources and their sum are
limited (by limits that the loop does not reach), and each address has a blacklist. The measured address has 1 000 networks on it, the others have 20.

A loop in the kernel measures the cost of a packet, without any program. A packet circulates between the namespace and another namespace until its TTL of 255 is used up, 127 times through the rules.
A round without any rules (two namespaces, a bridge, four ends of links) takes ${ns(bare.out)} for outgoing packets and ${ns(bare.in)} for incoming packets.
The additional time with rules is their cost. "Out" also passes the rules against forged MAC and IP addresses. Figures are CPU of the
sender and of the kernel's packet threads, as the median of twenty windows of 100 ms.

| | all rules at once | one more server | other rules for all | a packet out | a packet in |
|---|---|---|---|---|---|
${cases
  .map((one) =>
    row(one.name, ms(one.loadMs), ms(one.attachMs), one.changeMs === null ? '' : ms(one.changeMs), ns(one.out), ns(one.in)),
  )
  .join('\n')}`;
}

const ns = (figure: number): string => `${figure.toFixed(0)} ns`;

/** Maximum growth. It allows for noise of a shared machine, and for a cache that the rules of 1000 servers share. */
const MAX_GROWTH = 1.5;

function targetsOf({ cases }: NftRun): Target[] {
  return WITH.flatMap((extra) => {
    const [few, many] = [1, 1_000].map((servers) => cases.find((one) => one.servers === servers && one.with === extra));
    if (!few || !many) return [];
    return (['out', 'in'] as const).map((direction) => ({
      target: `Rules of the network: a packet ${direction} of one in 1 000 servers${named(extra)}`,
      aim: 'as for one server',
      measured: `${ns(many[direction])} (one server: ${ns(few[direction])})`,
      met: many[direction] < few[direction] * MAX_GROWTH + 100,
    }));
  });
}
