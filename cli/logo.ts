/** Defines the command `./innkeeper logo`, with the texts that it prints. */
import { readFile } from 'node:fs/promises';
import { logo } from '@innkeeper/contract/operations/logo.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { invalid } from '@innkeeper/model/failures';
import { removeLogo, setLogo, showLogo } from '@innkeeper/operations/logo.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

function formatLogo({ logo }: OperatorReply<'showLogo'>): string {
  if (!logo) return 'Invoices have no logo. They show the name of the seller.';
  const { format, width, height, bytes, sha256 } = logo;
  return `Invoices have a logo: ${format.toUpperCase()}, ${width} x ${height} pixels, ${Math.ceil(bytes / 1024)} KB (sha256 ${sha256.slice(0, 12)}).`;
}

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
