/** Defines the command `./innkeeper token`, with the texts that it prints. */
import { readFile } from 'node:fs/promises';
import { tokens } from '@innkeeper/contract/operations/tokens.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { isNodeError } from '@innkeeper/engine/atomic';
import { invalid } from '@innkeeper/model/failures';
import { tokensIn } from '@innkeeper/model/people/token-text';
import { invalidateTokens, issueAccessToken, listAllTokens, revokeToken, setToken } from '@innkeeper/operations/tokens.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { counted } from './output/counted.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listAllTokens'> = {
  ID: ({ id }) => id,
  ACCOUNT: ({ email }) => email,
  TOKEN: ({ hint }) => `${hint}...`,
  ABILITIES: ({ abilities }) => abilities.join(','),
  STATE: ({ state, expires_at }) => (state === 'valid' && expires_at ? `until ${expires_at.slice(0, 10)}` : state),
  'THIS MONTH': ({ monthly_cap: cap, spent_this_month: spent }) => (cap === null ? '' : `${spent} of ${cap}`),
  'LAST USED': ({ last_used_at }) => last_used_at ?? 'never',
  NAME: ({ name }) => name,
};

function formatCreatedToken({ id, token, email, abilities, monthly_cap: cap }: OperatorReply<'issueAccessToken'>): string {
  const permissions = cap === null ? abilities : [...abilities, `at most ${cap} a month`];
  return `${token}\n\nToken ${id} of ${email} (${permissions.join(', ')}). The token is not shown again.`;
}

function formatInvalidated({ file, found, known, revoked }: OperatorReply<'invalidateTokens'>): string {
  const lines = revoked.map(({ id, email, hint, current }) =>
    current
      ? `Token ${id} of ${email} (${hint}...) was revoked.`
      : `Token ${id} of ${email} stays valid. Only its secret from before the rotation was revoked.`,
  );
  return [
    `${file} contains ${counted(found, 'token')}, ${known} of them of this installation. Revoked now: ${revoked.length}.`,
    ...lines,
  ].join('\n');
}

export const tokenBindings: Bindings<typeof tokens> = {
  issueAccessToken: {
    run: inOneTransaction(issueAccessToken),
    format: formatCreatedToken,
    quiet: { description: 'print the token and nothing else', format: ({ token }) => token },
  },
  listAllTokens: { run: inOneTransaction(listAllTokens), format: (page) => formatPage(page, COLUMNS, 'There are no tokens.') },
  setToken: {
    run: inOneTransaction(setToken),
    format: ({ id, email, monthly_cap: cap }) =>
      `Token ${id} of ${email} may spend ${cap === null ? 'as much as its account' : `${cap} a month`}.`,
  },
  invalidateTokens: {
    async run(installation, { file }) {
      const secrets = await tokensOfFile(file);
      return installation.commit((cx) => invalidateTokens(cx, { file }, secrets));
    },
    format: formatInvalidated,
  },
  revokeToken: { run: inOneTransaction(revokeToken), format: ({ id, email }) => `Token ${id} of ${email} was revoked.` },
};

async function tokensOfFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw invalid(
      'file',
      `${file} cannot be read: ${isNodeError(error, 'ENOENT') ? 'it does not exist' : 'it is not a readable text file'}.`,
    );
  });
  return tokensIn(text);
}

export function tokenCommand(): Command {
  return nounCommand('token', 'manage access tokens of accounts', tokens, tokenBindings);
}
