/** Defines the command `./innkeeper token`. */
import { readFile } from 'node:fs/promises';
import { tokens } from '@innkeeper/contract/operations/tokens.staff';
import { isNodeError } from '@innkeeper/engine/atomic';
import { invalid } from '@innkeeper/model/failures';
import { tokensIn } from '@innkeeper/model/token-text';
import { invalidateTokens, issueAccessToken, listAllTokens, revokeToken, setToken } from '@innkeeper/operations/tokens.staff';
import type { Command } from 'commander';
import { formatCreatedToken, formatInvalidated, formatRevokedToken, formatSetToken, formatTokens } from './format/token.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const tokenBindings: Bindings<typeof tokens> = {
  issueAccessToken: {
    run: inOneTransaction(issueAccessToken),
    format: formatCreatedToken,
    quiet: { description: 'print the token and nothing else', format: ({ token }) => token },
  },
  listAllTokens: { run: inOneTransaction(listAllTokens), format: formatTokens },
  setToken: { run: inOneTransaction(setToken), format: formatSetToken },
  invalidateTokens: {
    async run(installation, { file }) {
      const secrets = await tokensOfFile(file);
      return installation.commit((cx) => invalidateTokens(cx, { file }, secrets));
    },
    format: formatInvalidated,
  },
  revokeToken: { run: inOneTransaction(revokeToken), format: formatRevokedToken },
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
