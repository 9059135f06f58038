/** Defines the command `./innkeeper logo`. */
import { readFile } from 'node:fs/promises';
import { logo } from '@innkeeper/contract/operations/logo.staff';
import { invalid } from '@innkeeper/model/failures';
import { removeLogo, setLogo, showLogo } from '@innkeeper/operations/logo.staff';
import type { Command } from 'commander';
import { formatLogo } from './format/logo.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const logoBindings: Bindings<typeof logo> = {
  showLogo: { run: inOneTransaction(showLogo), format: formatLogo },
  setLogo: {
    async run(installation, { file }) {
      const bytes = await readFile(file).catch((error: Error) => {
        throw invalid('file', `${file} cannot be read: ${error.message}`);
      });
      return installation.commit((cx) => setLogo(cx, bytes));
    },
    format: formatLogo,
  },
  removeLogo: { run: inOneTransaction(removeLogo), format: formatLogo },
};

export function logoCommand(): Command {
  return nounCommand('logo', 'manage the logo on invoices', logo, logoBindings);
}
