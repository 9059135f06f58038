/** Defines the command `./innkeeper geo`, with the texts that it prints. */
import { geo } from '@innkeeper/contract/operations/geo.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { importGeo, setGeo, showGeo } from '@innkeeper/operations/geo.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { counted } from './output/counted.ts';

type Geo = OperatorReply<'setGeo'>;

const formatGeoAsked = (one: Geo): string =>
  `A worker imports the data within seconds. See the result with ./innkeeper geo show.\n\n${linesOf(one)}`;

function linesOf({ kind, location, requested_at, error, in_use }: Geo): string {
  const lines: [string, string | null][] = [
    ['source', location ?? 'none: ./innkeeper geo set'],
    ['requested', requested_at],
    ['failed', error],
    ['in use', in_use && `${in_use.version}, ${counted(in_use.ranges, 'range')}, ${counted(in_use.age_days, 'day')} old`],
    ['licence', in_use && [in_use.licence, in_use.attribution].filter((text) => text !== '').join('; ')],
  ];
  return [
    kind === 'country' ? 'Countries:' : 'Autonomous systems:',
    ...lines.flatMap(([name, value]) => (value ? [`  ${name.padEnd(9)} ${value}`] : [])),
  ].join('\n');
}

export const geoBindings: Bindings<typeof geo> = {
  showGeo: { run: inOneTransaction(showGeo), format: ({ data }) => data.map(linesOf).join('\n\n') },
  setGeo: { run: inOneTransaction(setGeo), format: formatGeoAsked },
  importGeo: { run: inOneTransaction(importGeo), format: formatGeoAsked },
};

export function geoCommand(): Command {
  return nounCommand('geo', 'manage country and autonomous system data', geo, geoBindings);
}
