import { NOT_HERE, part, type Target } from '../part.ts';
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
  section: (run) => (run === null ? NOT_HERE : sectionOf(run)),
  targets: (run) => (run === null ? [] : targetsOf(run)),
});

function sectionOf({ bare, cases }: NftRun): string {
  return `The rules of a node's namespace, as the driver writes them, with so many servers of an IPv4 address, a prefix of IPv6 and a limit of their port each. With
firewalls: each server has one, of ten rules, of which the last allows the packet. With protection: traffic to each address is counted, sources and all together are
limited (by limits that the loop does not reach), and each has a blacklist, the measured one of 1 000 networks and the others of 20.

What a packet pays is measured by a loop in the kernel: a packet goes round between the namespace and another one until its TTL of 255 is used up, 127 times through the rules,
so no program takes part. A way round without any rules (two namespaces, a bridge, four ends of links) takes ${ns(bare.out)} for packets that go out and ${ns(bare.in)} for those that come in;
what is more with rules is their cost. "Out" passes what keeps guests from lying (MAC, addresses) as well. It is CPU, of the
sender and of the kernel's threads for packets; the median of twenty windows of 100 ms.

| | all rules at once | one more server | other rules for all | a packet out | a packet in |
|---|---|---|---|---|---|
${cases
  .map((one) =>
    row(one.name, ms(one.loadMs), ms(one.attachMs), one.changeMs === null ? '' : ms(one.changeMs), ns(one.out), ns(one.in)),
  )
  .join('\n')}`;
}

const ns = (figure: number): string => `${figure.toFixed(0)} ns`;

/** Of the noise of a machine that others use too, and of a cache that 1000 servers' rules share. */
const MOST_GROWTH = 1.5;

function targetsOf({ cases }: NftRun): Target[] {
  return WITH.flatMap((extra) => {
    const [few, many] = [1, 1_000].map((servers) => cases.find((one) => one.servers === servers && one.with === extra));
    if (!few || !many) return [];
    return (['out', 'in'] as const).map((direction) => ({
      target: `Rules of the network: a packet ${direction} of one in 1 000 servers${named(extra)}`,
      aim: 'as for one server',
      measured: `${ns(many[direction])} (one server: ${ns(few[direction])})`,
      met: many[direction] < few[direction] * MOST_GROWTH + 100,
    }));
  });
}
