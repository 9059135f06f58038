/** Defines the command `./innkeeper geo`. */
import { geo } from '@innkeeper/contract/operations/geo.staff';
import { importGeo, setGeo, showGeo } from '@innkeeper/operations/geo.staff';
import type { Command } from 'commander';
import { formatGeo, formatGeoAsked } from './format/geo.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const geoBindings: Bindings<typeof geo> = {
  showGeo: { run: inOneTransaction(showGeo), format: formatGeo },
  setGeo: { run: inOneTransaction(setGeo), format: formatGeoAsked },
  importGeo: { run: inOneTransaction(importGeo), format: formatGeoAsked },
};

export function geoCommand(): Command {
  return nounCommand('geo', 'manage country and autonomous system data', geo, geoBindings);
}
