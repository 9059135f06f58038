/** Defines the command `./innkeeper iso`, with the texts that it prints. */
import { isos } from '@innkeeper/contract/operations/isos.staff';
import { addPublicIso, listAllIsos } from '@innkeeper/operations/isos.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listAllIsos'> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  ACCOUNT: ({ account }) => account ?? 'operator',
  STATUS: ({ status }) => status,
  SIZE: ({ size }) => (size === null ? '' : `${(size / 1024 ** 2).toFixed(1)} MiB`),
  URL: ({ url }) => url,
  ERROR: ({ error }) => error,
};

export const isoBindings: Bindings<typeof isos> = {
  listAllIsos: { run: inOneTransaction(listAllIsos), format: (page) => formatPage(page, COLUMNS, 'There are no ISO files.') },
  addPublicIso: {
    run: inOneTransaction(addPublicIso),
    format: ({ id, name }) => `ISO ${id} (${name}) is being downloaded. See its state with ./innkeeper iso list.`,
  },
};

export function isoCommand(): Command {
  return nounCommand('iso', 'manage ISO files for every account', isos, isoBindings);
}
