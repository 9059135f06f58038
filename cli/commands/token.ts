/** `./innkeeper token`: access tokens of accounts. A token is shown when it is made, and never again. */

import { type Abilities, makeToken } from '@innkeeper/apps/installation/accounts';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { operatorCx } from '@innkeeper/apps/installation/operator';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import type { Database } from '@innkeeper/db/schema';
import { revokeToken } from '@innkeeper/db/tables/tokens';
import { inTransaction } from '@innkeeper/db/transaction';
import { audit } from '@innkeeper/domain/audit';
import { Command, Option } from 'commander';
import { type Selectable, sql } from 'kysely';
import { table } from '../output/table.ts';
import { homeOption, type WithHome } from './home-option.ts';
import { parseAbilities, parseEmail, parseWhole } from './parse.ts';

interface CreateOptions extends WithHome {
  email: string;
  abilities: Abilities;
  name: string;
  days?: number;
  quiet?: boolean;
  json?: boolean;
}

const DAY_MS = 86_400_000;

export function tokenCommand(): Command {
  const email = () => new Option('--email <address>', 'whose').argParser(parseEmail);
  const create = new Command('create')
    .description('make a token')
    .addOption(homeOption())
    .addOption(email().makeOptionMandatory())
    .addOption(new Option('--abilities <list>', 'what it may do').argParser(parseAbilities).default(['read'], 'read'))
    .option('--name <name>', 'to tell it from others', 'command line')
    .addOption(new Option('--days <n>', 'after which it ends by itself').argParser(parseWhole('--days', 1, 3650)))
    .option('--quiet', 'print the token and nothing else')
    .option('--json', 'as JSON')
    .action(createToken);
  const list = new Command('list')
    .description('list tokens')
    .addOption(homeOption())
    .addOption(email())
    .option('--json', 'as JSON')
    .action(listTokens);
  const revoke = new Command('revoke')
    .description('end a token at once')
    .argument('<id>', 'its id, as token list tells', parseWhole('The id', 1, 2 ** 31 - 1))
    .addOption(homeOption())
    .action(revokeById);
  return new Command('token').description('access tokens').addCommand(create).addCommand(list).addCommand(revoke);
}

async function createToken(options: CreateOptions): Promise<void> {
  const { email, name, abilities, days } = options;
  const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * DAY_MS);
  const { id, token } = await withDatabase(homeAt(options.home), (db) => makeToken(db, { email, name, abilities, expiresAt }));
  if (options.json) console.log(JSON.stringify({ id, token, email, abilities, expires_at: expiresAt ?? null }));
  else if (options.quiet) console.log(token);
  else console.log(`${token}\n\nToken ${id} of ${email} (${abilities.join(', ')}). It is shown only now.`);
}

async function listTokens(options: WithHome & { email?: string; json?: boolean }): Promise<void> {
  const tokens = await withDatabase(homeAt(options.home), async (db) => {
    const all = db
      .selectFrom('access_tokens as t')
      .innerJoin('accounts as a', 'a.id', 't.account_id')
      .select([
        't.id',
        'a.email',
        't.name',
        't.hint',
        't.abilities',
        't.created_at',
        't.expires_at',
        't.revoked_at',
        't.last_used_at',
      ])
      .orderBy('t.id');
    return (options.email ? all.where(sql`lower(a.email)`, '=', options.email) : all).execute();
  });
  if (options.json) {
    console.log(JSON.stringify(tokens, null, 2));
    return;
  }
  const rows = tokens.map((token) => [
    String(token.id),
    token.email,
    `${token.hint}...`,
    token.abilities.join(','),
    stateOf(token),
    token.last_used_at?.toISOString() ?? 'never',
    token.name,
  ]);
  console.log(table(['ID', 'ACCOUNT', 'TOKEN', 'ABILITIES', 'STATE', 'LAST USED', 'NAME'], rows));
}

function stateOf(token: Pick<Selectable<Database['access_tokens']>, 'expires_at' | 'revoked_at'>): string {
  if (token.revoked_at) return 'revoked';
  if (!token.expires_at) return 'valid';
  return token.expires_at > new Date() ? `until ${token.expires_at.toISOString().slice(0, 10)}` : 'expired';
}

async function revokeById(id: number, options: WithHome): Promise<void> {
  const revoked = await withDatabase(homeAt(options.home), (db) =>
    inTransaction(db, async (trx) => {
      const done = await revokeToken(trx, id, new Date());
      if (done) await audit(operatorCx(trx), 'revokeToken', { kind: 'access_token', id });
      return done;
    }),
  );
  if (!revoked) throw new Refusal(`There is no valid token ${id}.`);
  console.log(`Token ${id} is revoked.`);
}
