import { UNFUNDED_ONE_IN } from '../fixture/renewals.ts';
import { part, type Target } from '../part.ts';
import type { JobRan } from '../roles/jobs.ts';
import { ms, row, thousands } from '../words.ts';
import { measureRenewals, READS_PER_SECOND, type RenewalFigures, type RunFigures } from './measure.ts';

export const renewals = part<RenewalFigures>({
  title: 'Renewals',
  always: true,
  measure: measureRenewals,
  section: sectionOf,
  targets: targetsOf,
  statements: ({ statements }) => statements,
});

/** Number of services for which the targets apply. */
const ALL = 100_000;
const MAX_MINUTES = 10;
const MAX_MB = 300;

function sectionOf({ hundred, single, alone, invoices, reminders }: RenewalFigures): string {
  return `Each service is due. The services of an account are one order with VAT of its country. One account in ${UNFUNDED_ONE_IN} has no money, and its order waits. A process runs only this
job, with the worker's role. Before, during and after the job, ${READS_PER_SECOND} pages of these servers are read per second, evenly.

| | time | for 1 000 services | CPU for 1 000 | statements/service | log of changes/service | memory at 10 %, at most | reads' p50 | reads' p99 |
|---|---|---|---|---|---|---|---|---|
${[rowOf(hundred), rowOf(single), row('nothing beside the reads', '', '', '', '', '', '', ms(alone.p50), ms(alone.p99))].join(
  '\n',
)}

Afterwards the ${thousands(invoices.did)} invoices took ${after(invoices)}, and payment reminders, to ${thousands(reminders.did)} accounts, ${after(reminders)}.`;
}

function rowOf(run: RunFigures): string {
  const { services, accounts, paid, reads, rssMb } = run;
  const each = (figure: number) => (figure / services) * 1000;
  return row(
    `${thousands(services)} services of ${thousands(accounts)} accounts, ${thousands(paid)} paid`,
    `${(run.ms / 1000).toFixed(1)} s`,
    ms(each(run.ms)),
    ms(each(run.cpuMs)),
    (run.statements / services).toFixed(2),
    `${(run.walBytes / services / 1000).toFixed(1)} kB`,
    `${(rssMb[Math.floor(rssMb.length / 10)] ?? 0).toFixed(0)} MB, ${Math.max(...rssMb).toFixed(0)} MB`,
    ms(reads.p50),
    ms(reads.p99),
  );
}

const after = ({ ms: took, rssMb }: JobRan): string =>
  `${(took / 1000).toFixed(1)} s and ${Math.max(...rssMb).toFixed(0)} MB at most`;

function targetsOf({ hundred, single }: RenewalFigures): Target[] {
  return [hundred, single].flatMap((run) => {
    const minutes = ((run.ms / run.services) * ALL) / 60_000;
    const memory = Math.max(...run.rssMb);
    const of = run === hundred ? 'of accounts with a hundred each' : 'of accounts with one each';
    const measured = `${minutes.toFixed(1)} min${run.services < ALL ? `, by ${thousands(run.services)}` : ''}`;
    return [
      { target: `Renewals, 100 000 ${of}`, aim: `under ${MAX_MINUTES} min`, measured, met: minutes < MAX_MINUTES },
      {
        target: `Renewals, memory, ${of}`,
        aim: `under ${MAX_MB} MB`,
        measured: `${memory.toFixed(0)} MB`,
        met: memory < MAX_MB,
      },
    ];
  });
}
