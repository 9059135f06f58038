/** Defines the command `./innkeeper provider`. */
import { readFile } from 'node:fs/promises';
import { provider } from '@innkeeper/contract/operations/provider.staff';
import { invalid } from '@innkeeper/model/failures';
import { STAFF_CLIENT_SECRET } from '@innkeeper/model/staff';
import { removeProvider, setProvider, showProvider } from '@innkeeper/operations/provider.staff';
import type { Command } from 'commander';
import { formatProvider } from './format/provider.ts';
import { nounCommand } from './operator/command.ts';
import { type Installation, inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const providerBindings: Bindings<typeof provider> = {
  showProvider: { run: inOneTransaction(showProvider), format: formatProvider },
  setProvider: {
    async run(installation, input) {
      const secret =
        input.client_secret_file === undefined ? undefined : await sealSecretFile(installation, input.client_secret_file);
      return installation.commit((cx) => setProvider(cx, input, secret));
    },
    format: formatProvider,
  },
  removeProvider: { run: inOneTransaction(removeProvider), format: formatProvider },
};

/** Reads a secret from a file, drops a final line break, and seals it. Throws `validation` if the file is unreadable or empty. */
async function sealSecretFile(installation: Installation, file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw invalid('client_secret_file', 'This file cannot be read.');
  });
  const secret = text.replace(/\r?\n$/, '');
  if (secret === '') throw invalid('client_secret_file', 'This file is empty.');
  return (await installation.sealer()).seal(STAFF_CLIENT_SECRET, Buffer.from(secret));
}

export function providerCommand(): Command {
  return nounCommand('provider', 'manage the identity provider of the staff', provider, providerBindings);
}
