import { part, type Target } from '../part.ts';
import { ms, row } from '../words.ts';
import { CLIENTS, measurePeople, type PeopleFigures, READS_PER_SECOND } from './measure.ts';

export const people = part<PeopleFigures>({
  title: 'Signing in',
  always: true,
  measure: measurePeople,
  section: sectionOf,
  targets: targetsOf,
  statements: ({ statements }) => statements,
});

/** Maximum distance of the area under the ROC curve (`rocAuc`) from 0.5, beyond the margin of chance. */
const MAX_DIFFERENCE = 0.05;

function sectionOf({ alone, beside, signIns, timings }: PeopleFigures): string {
  return `${CLIENTS} clients sign in repeatedly, each from a separate address over one connection, while ${READS_PER_SECOND} pages of 10 servers are read a second, evenly.
Passwords are argon2id with 19 MiB and 2 passes, in threads on half of the cores, which pause after each hash (domain/passwords/hash.ts).

| | a second | p50 | p99 |
|---|---|---|---|
${[
  row('reads, nothing beside them', alone.perSecond.toFixed(0), ms(alone.p50), ms(alone.p99)),
  row('reads, beside those who sign in', beside.perSecond.toFixed(0), ms(beside.p50), ms(beside.p99)),
  row('sign-ins', signIns.perSecond.toFixed(1), ms(signIns.p50), ms(signIns.p99)),
].join('\n')}

Requests for known and unknown email addresses take turns, one at a time, each from a separate network address and connection. "Told apart": of all pairs of a known and an unknown
email address, the share in which the known address took longer. 0.5 reveals nothing.

| | user's, p50 | nobody's, p50 | told apart | by chance |
|---|---|---|---|---|
${timings
  .map(({ name, knownMs, unknownMs, apart, chance }) =>
    row(name, `${knownMs.toFixed(2)} ms`, `${unknownMs.toFixed(2)} ms`, apart.toFixed(3), `0.5 ± ${chance.toFixed(3)}`),
  )
  .join('\n')}`;
}

function targetsOf({ alone, beside, timings }: PeopleFigures): Target[] {
  const ratio = beside.p99 / alone.p99;
  return [
    {
      target: 'Reads beside sign-ins, p99',
      aim: 'under 2 times that of reads alone',
      measured: `x ${ratio.toFixed(2)}`,
      met: ratio < 2,
    },
    ...timings.map(({ name, apart, chance }) => ({
      target: `${name}: its time does not tell whose the address is`,
      aim: `0.5 ± ${(MAX_DIFFERENCE + chance).toFixed(3)}`,
      measured: apart.toFixed(3),
      met: Math.abs(apart - 0.5) <= MAX_DIFFERENCE + chance,
    })),
  ];
}
