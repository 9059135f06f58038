/** The time from the start of a command to its answer. */
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

/** Maximum as a multiple of a bare Node. `node -e 0` takes 25 ms, so the limits are 0.12 s and 0.25 s. */
const MAX_TIMES = { fromFiles: 4.8, others: 10 };
const FROM_FILES = /--(version|help)$/;

function sectionOf({ rounds, bare, commands }: CliFigures): string {
  return `Each command is a process that an operator starts, with a running installation on the simulated engine without customers. \`--version\` and \`--help\` come from files.
The other commands query the database once or twice. Their time ends when they have printed and ended. "No compile cache" is like the first start after a build.
Commands take turns with a bare Node. Figures are the lowest of ${rounds} rounds. The targets are for CPU, which other programs on the machine change little. On an idle machine
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
      const max = FROM_FILES.test(name) ? MAX_TIMES.fromFiles : MAX_TIMES.others;
      const ratio = cpuMs / bare.cpuMs;
      const measured = `${times(ratio)} (${ms(cpuMs)})`;
      return { target: `\`${name}\`, CPU`, aim: `under x ${max} of bare Node`, measured, met: ratio < max };
    });
}
