/** Defines the command `./innkeeper provider`, with the texts that it prints. */
import { readFile } from 'node:fs/promises';
import { provider } from '@innkeeper/contract/operations/provider.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { invalid } from '@innkeeper/model/failures';
import { STAFF_CLIENT_SECRET } from '@innkeeper/model/people/staff';
import { removeProvider, setProvider, showProvider } from '@innkeeper/operations/provider.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { type Installation, inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

function formatProvider({ provider }: OperatorReply<'showProvider'>): string {
  if (!provider) return 'The staff has no identity provider and signs in with passwords.';
  const { issuer, client_id, redirect_url, trusted_amr, trusted_acr, groups_claim, groups, trust_email } = provider;
  return [
    `Staff can also sign in with ${issuer}. The client id of this host is ${client_id}.`,
    `The provider returns browsers to ${redirect_url}.`,
    `Proof of a second factor: ${[...trusted_amr.map((value) => `amr ${value}`), ...trusted_acr.map((value) => `acr ${value}`)].join(', ')}.`,
    groups_claim === null
      ? 'Only invited staff can sign in.'
      : `Staff without an invitation, by the claim ${groups_claim}: ${groups.join(', ') || 'nobody'}.`,
    ...(trust_email ? ['Addresses count although the provider does not call them verified.'] : []),
  ].join('\n');
}

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
