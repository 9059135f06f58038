import { NOT_MEASURED_HERE, part, type Target } from '../part.ts';
import { row } from '../words.ts';
import { type AttacksRun, measureAttacks, type SceneFigures } from './measure.ts';

export const attacks = part<AttacksRun | null>({
  title: 'Attacks, beside FastNetMon',
  always: false,
  measure: async ({ only, say }) => (process.getuid?.() === 0 ? measureAttacks(only, say) : null),
  section: (run) => (run === null ? NOT_MEASURED_HERE : sectionOf(run)),
  targets: (run) => (run === null ? [] : targetsOf(run)),
});

function sectionOf({ version, scenes }: AttacksRun): string {
  const beside = version === null ? 'FastNetMon was not there (`apt install fastnetmon`)' : `FastNetMon is Debian's ${version}`;
  const theirs = (one: SceneFigures, who: 'own' | 'sameFigures') => (version === null ? 'not measured' : told(one, who));
  return `Real packets in namespaces, to an address with a port of 100 Mbps behind a node's rules. ${beside}; two instances read the same packets by AF_PACKET on the wire to the node, in the same seconds: one with its
own thresholds (20 000 packets/s, 1 000 Mbps), one with our thresholds, as far as FastNetMon distinguishes traffic (25 000 packets/s, 150 Mbps, 2 000 of UDP, 300 SYN, 500 of ICMP). All average over 5 s. Seconds are from the first packet of the flood until
the alarm, for each flood three times. "Client": answered requests of an unprivileged client during the flood. Innkeeper blocks in the kernel before the alarm. FastNetMon as
installed calls a script, which would have to block.

| traffic | Innkeeper | FastNetMon | FastNetMon with our thresholds | client |
|---|---|---|---|---|
${scenes.map((one) => row(one.name, told(one, 'ours'), theirs(one, 'own'), theirs(one, 'sameFigures'), one.flood ? `${one.served} of ${one.asked}` : '')).join('\n')}`;
}

function told({ flood, ...scene }: SceneFigures, who: 'ours' | 'own' | 'sameFigures'): string {
  const seconds = scene[who].flatMap((one) => one ?? []);
  if (!flood) return seconds.length === 0 ? 'no alarm' : '**false alarm**';
  if (seconds.length === 0) return 'not detected';
  const missed = scene[who].length - seconds.length;
  return `${seconds.map((one) => one.toFixed(1)).join(', ')} s${missed > 0 ? `, ${missed} not detected` : ''}`;
}

function targetsOf({ scenes }: AttacksRun): Target[] {
  const floods = scenes.filter(({ flood }) => flood);
  const worst = Math.max(...floods.flatMap(({ ours }) => ours.map((one) => one ?? Number.POSITIVE_INFINITY)));
  const alarms = scenes.filter(({ flood, ours }) => !flood && ours.some((one) => one !== null));
  const [served, asked] = [floods.reduce((sum, one) => sum + one.served, 0), floods.reduce((sum, one) => sum + one.asked, 0)];
  return [
    ...(floods.length === 0
      ? []
      : [
          {
            target: 'Attacks: a flood is detected',
            aim: 'within the next look, 1 s, and what the look takes',
            measured: `${worst.toFixed(1)} s at most`,
            met: worst <= 1.2,
          },
          {
            target: 'Attacks: a client is served meanwhile',
            aim: 'always',
            measured: `${served} of ${asked}`,
            met: served === asked,
          },
        ]),
    {
      target: 'Attacks: no false alarm',
      aim: 'none',
      measured: alarms.length === 0 ? 'none' : alarms.map(({ name }) => name).join(', '),
      met: alarms.length === 0,
    },
  ];
}
