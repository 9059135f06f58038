/** Defines the command `./innkeeper iso`. */
import { isos } from '@innkeeper/contract/operations/isos.staff';
import { addPublicIso, listAllIsos } from '@innkeeper/operations/isos.staff';
import type { Command } from 'commander';
import { formatAddedIso, formatIsos } from './format/iso.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const isoBindings: Bindings<typeof isos> = {
  listAllIsos: { run: inOneTransaction(listAllIsos), format: formatIsos },
  addPublicIso: { run: inOneTransaction(addPublicIso), format: formatAddedIso },
};

export function isoCommand(): Command {
  return nounCommand('iso', 'manage ISO files for every account', isos, isoBindings);
}
