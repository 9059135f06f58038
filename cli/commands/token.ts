/** `./innkeeper token` */
import { tokens } from '@innkeeper/contract/operator/tokens';
import { createToken } from '@innkeeper/operations/operator/tokens/create';
import { listTokens } from '@innkeeper/operations/operator/tokens/list';
import { revokeToken } from '@innkeeper/operations/operator/tokens/revoke';
import { setToken } from '@innkeeper/operations/operator/tokens/set';
import type { Command } from 'commander';
import { formatCreatedToken, formatRevokedToken, formatSetToken, formatTokens } from '../format/token.ts';
import { nounCommand } from '../operator/command.ts';
import { inOneTransaction } from '../operator/installation.ts';
import type { Bindings } from '../operator/perform.ts';

export const tokenBindings: Bindings<typeof tokens> = {
  createToken: {
    run: inOneTransaction(createToken),
    format: formatCreatedToken,
    quiet: { description: 'print the token and nothing else', format: ({ token }) => token },
  },
  listTokens: { run: inOneTransaction(listTokens), format: formatTokens },
  setToken: { run: inOneTransaction(setToken), format: formatSetToken },
  revokeToken: { run: inOneTransaction(revokeToken), format: formatRevokedToken },
};

export function tokenCommand(): Command {
  return nounCommand('token', 'access tokens of accounts', tokens, tokenBindings);
}
