import { part, type Target } from '../part.ts';
import { ms, row } from '../words.ts';
import { type ConsoleFigures, EVENTS_PER_SECOND, type ListFigures, measureConsole } from './measure.ts';
import { HEADING_ONLY, LATENCIES_MS, type Visits } from './visits.ts';

export const webConsole = part<ConsoleFigures>({
  title: 'Web console',
  always: true,
  measure: measureConsole,
  section: sectionOf,
  targets: targetsOf,
});

const MAX_CPU = 20;
const MAX_HEAP = 15_000_000;
const MAX_PRICE = 300;
/** Limits of a good page in milliseconds (https://web.dev/articles/vitals). */
const MAX_PAINT = 2_500;
const MAX_TYPING = 200;
/** Limits of first visits in milliseconds, in the order of `LATENCIES_MS`. */
const MAX_VISIT = [120, 180];

const largest = (figures: readonly number[]): number => Math.max(...figures);
const median = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function sectionOf({ visits, list }: ConsoleFigures): string {
  return [...(list === undefined ? [] : [describeList(list)]), describeVisits(visits)].join('\n\n');
}

/** Returns the medians of a page's first visits, in the order of `LATENCIES_MS`. */
const mediansOf = ({ pages }: Visits, path: string): number[] => (pages[path] ?? []).map(median);

function describeVisits(visits: Visits): string {
  const blank = mediansOf(visits, HEADING_ONLY);
  return `First visits of an account with 207 servers: a fresh browser, 1.5 s on Servers, then a click without hover on each link of the navigation. Times run from the click to
the last row. Medians of ${visits.rounds}, also as a ratio to a page that draws only its heading.

${row('page', ...LATENCIES_MS.flatMap((latency) => [`${latency} ms latency`, 'ratio']))}
${row('---', ...LATENCIES_MS.flatMap(() => ['---', '---']))}
${Object.keys(visits.pages)
  .map((path) =>
    row(path, ...mediansOf(visits, path).flatMap((time, at) => [ms(time), `x ${(time / (blank[at] ?? 1)).toFixed(1)}`])),
  )
  .join('\n')}`;
}

function describeList({ quietCpu, busyCpu, events, heap, paint, typing, prices }: ListFigures): string {
  return `The page of an account with 10 000 servers, in Debian's Chromium without a display, with the API and the database on the same cores. Processor time is the time of the
page's main thread. The page requests a price 120 ms after the last change of a deploy form.

| | figure |
|---|---|
${[
  row('list painted, from an empty cache', ms(paint)),
  row('processor time, nothing changes', `${ms(quietCpu)} a second`),
  row(`processor time, ${events.toFixed(0)} changes a second`, `${ms(busyCpu)} a second`),
  row('memory of the scripts', megabytes(heap)),
  row('a letter in the filter to the next frame', `median ${ms(median(typing))}, longest ${ms(largest(typing))}`),
  row('a change of the deploy form to its new price', `median ${ms(median(prices))}, longest ${ms(largest(prices))}`),
].join('\n')}`;
}

const below = (target: string, max: number, figure: number, write: (figure: number) => string): Target => ({
  target,
  aim: `below ${write(max)}`,
  measured: write(figure),
  met: figure < max,
});

function targetsOf({ visits, list }: ConsoleFigures): Target[] {
  return [
    ...(list === undefined ? [] : targetsOfList(list)),
    ...LATENCIES_MS.map((latency, at) => {
      const slowest = largest(Object.keys(visits.pages).map((path) => mediansOf(visits, path)[at] ?? 0));
      return below(`First visit of the slowest page, ${latency} ms latency`, MAX_VISIT[at] ?? 0, slowest, ms);
    }),
  ];
}

function targetsOfList({ busyCpu, heap, paint, typing, prices }: ListFigures): Target[] {
  return [
    below(`10 000 rows, ${EVENTS_PER_SECOND} events a second: CPU of the page, per second`, MAX_CPU, busyCpu, ms),
    below('10 000 rows: memory of the scripts', MAX_HEAP, heap, megabytes),
    below('10 000 rows: largest paint', MAX_PAINT, paint, ms),
    below('10 000 rows: longest wait for the frame after a letter', MAX_TYPING, largest(typing), ms),
    below('Deploy form: longest wait for the new price', MAX_PRICE, largest(prices), ms),
  ];
}
