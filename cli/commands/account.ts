/** `./innkeeper account`: customers, as the operator makes them. */

import { DEFAULT_COUNTRY, openAccount } from '@innkeeper/apps/installation/accounts';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { inTransaction } from '@innkeeper/db/transaction';
import { type Cents, decimal } from '@innkeeper/model/money';
import { Command, Option } from 'commander';
import { homeOption, type WithHome } from './home-option.ts';
import { parseCountry, parseEmail, parseMoney } from './parse.ts';

interface CreateOptions extends WithHome {
  email: string;
  funds: Cents;
  country: string;
  name?: string;
  json?: boolean;
}

export function accountCommand(): Command {
  const create = new Command('create')
    .description('make an account')
    .addOption(homeOption())
    .addOption(new Option('--email <address>', 'its email address').argParser(parseEmail).makeOptionMandatory())
    .addOption(new Option('--funds <amount>', 'money to begin with').argParser(parseMoney).default(0n, '0'))
    .addOption(new Option('--country <code>', 'ISO code; it decides the VAT').argParser(parseCountry).default(DEFAULT_COUNTRY))
    .option('--name <name>', "the customer's name")
    .option('--json', 'as JSON')
    .action(createAccount);
  return new Command('account').description('customers').addCommand(create);
}

async function createAccount(options: CreateOptions): Promise<void> {
  const { email, funds, country, name } = options;
  const id = await withDatabase(homeAt(options.home), (db) =>
    inTransaction(db, (trx) => openAccount(trx, { email, funds, country, name })),
  );
  if (id === undefined) throw new Refusal(`${email} has an account already.`);
  if (options.json) console.log(JSON.stringify({ id, email, balance: decimal(funds) }));
  else console.log(`Account ${id}: ${email}, balance ${decimal(funds)}.`);
}
