/** Formats data of countries and autonomous systems. Pure. */
import type { OperatorReply } from '@innkeeper/contract/operator/all';

type Geo = OperatorReply<'setGeo'>;

export const formatGeo = ({ data }: OperatorReply<'showGeo'>): string => data.map(linesOf).join('\n\n');

export const formatGeoAsked = (one: Geo): string =>
  `A worker imports the data within seconds. See the result with ./innkeeper geo show.\n\n${linesOf(one)}`;

function linesOf({ kind, location, requested_at, error, in_use }: Geo): string {
  const lines: [string, string | null][] = [
    ['source', location ?? 'none: ./innkeeper geo set'],
    ['requested', requested_at],
    ['failed', error],
    ['in use', in_use && `${in_use.version}, ${in_use.ranges} ranges, ${in_use.age_days} days old`],
    ['licence', in_use && [in_use.licence, in_use.attribution].filter((text) => text !== '').join('; ')],
  ];
  return [
    kind === 'country' ? 'Countries:' : 'Autonomous systems:',
    ...lines.flatMap(([name, value]) => (value ? [`  ${name.padEnd(9)} ${value}`] : [])),
  ].join('\n');
}
