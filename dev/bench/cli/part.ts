/** Commands that start: how long until they have answered. */
import { part, type Target } from '../part.ts';
import { ms, row } from '../words.ts';
import { type CliFigures, measureCli, type StartFigures } from './measure.ts';

export const cli = part<CliFigures>({
  title: 'Commands',
  always: true,
  measure: measureCli,
  section: sectionOf,
  targets: targetsOf,
});

/** Multiples of a bare Node: 0.12 s and 0.25 s where `node -e 0` takes 25 ms. */
const MOST = { fromFiles: 4.8, others: 10 };
const FROM_FILES = /--(version|help)$/;

function sectionOf({ rounds, bare, commands }: CliFigures): string {
  return `Each command is a process that an operator starts, beside a running installation with the simulated engine and no customers. \`--version\` and \`--help\` come from files.
The others ask the database once or twice; their time is until they have printed and ended. "No compile cache" is as the first start after a build.
Commands take turns with a bare Node. Figures are the least of ${rounds} rounds. The targets are for CPU, which others on the machine change little; on an idle machine
the time is about the same.

| | time | of bare Node | CPU | of bare Node |
|---|---|---|---|---|
${[bare, ...commands].map((one) => rowOf(one, bare)).join('\n')}`;
}

function rowOf(one: StartFigures, bare: StartFigures): string {
  return row(`\`${one.name}\``, ms(one.ms), times(one.ms / bare.ms), ms(one.cpuMs), times(one.cpuMs / bare.cpuMs));
}

const times = (ratio: number): string => `x ${ratio.toFixed(1)}`;

function targetsOf({ bare, commands }: CliFigures): Target[] {
  return commands
    .filter(({ name }) => !name.includes(','))
    .map(({ name, cpuMs }) => {
      const most = FROM_FILES.test(name) ? MOST.fromFiles : MOST.others;
      const ratio = cpuMs / bare.cpuMs;
      const measured = `${times(ratio)} (${ms(cpuMs)})`;
      return { target: `\`${name}\`, CPU`, aim: `under x ${most} of bare Node`, measured, met: ratio < most };
    });
}
