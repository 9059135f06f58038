import { part, type Target } from '../part.ts';
import { ms, row } from '../words.ts';
import { type Compared, type EventFigures, measureEvents } from './measure.ts';

export const events = part<EventFigures>({
  title: 'Events of servers',
  always: true,
  measure: measureEvents,
  section: sectionOf,
  targets: targetsOf,
});

/** Maximum share of a deploy's cost that the summary may add. */
const MAX_SHARE = 0.03;

const added = ({ on, off }: Compared): number => on / off - 1;
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function sectionOf({ deploy, changeCpu, change, bytes }: EventFigures): string {
  const line = (words: string, compared: Compared, write: (figure: number) => string) =>
    row(words, write(compared.on), write(compared.off), percent(added(compared)));
  const fine = (figure: number) => `${figure.toFixed(3)} ms`;
  return `Each event of a server carries its summary: ten more fields, four of them look-ups by key. Runs with and without the summary take turns on one database. CPU of a
deploy is the sum of API, worker and database. A change is one update of a server's row in a separate transaction, by one connection.

| | with the summary | without | added |
|---|---|---|---|
${[
  line('a deploy, CPU', deploy, ms),
  line('a change, CPU of the database', changeCpu, fine),
  line('a change, time', change, fine),
  line('data of an event', bytes, (figure) => `${figure} bytes`),
].join('\n')}`;
}

function targetsOf({ deploy }: EventFigures): Target[] {
  const share = added(deploy);
  return [
    {
      target: 'Summaries in events, of the CPU of a deploy',
      aim: `at most ${MAX_SHARE * 100} %`,
      measured: percent(share),
      met: share <= MAX_SHARE,
    },
  ];
}
