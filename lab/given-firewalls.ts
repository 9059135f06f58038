/** Fixtures: firewalls. */
import type { Database } from '@innkeeper/db/schema';
import { insertFirewall } from '@innkeeper/db/tables/firewalls';
import { canonicalRules, type RuleInput } from '@innkeeper/model/net/firewalls';
import type { Kysely } from 'kysely';

/** Inserts a firewall. By default it allows incoming SSH. */
export function givenFirewall(
  db: Kysely<Database>,
  {
    accountId,
    name = 'given',
    forNewServers = false,
    rules = [{ direction: 'in', protocol: 'tcp', ports: ['22'] }],
  }: { accountId: number; name?: string; forNewServers?: boolean; rules?: RuleInput[] },
): Promise<number> {
  const row = { account_id: accountId, name, for_new_servers: forNewServers, rules: JSON.stringify(canonicalRules(rules)) };
  return insertFirewall(db, row);
}
