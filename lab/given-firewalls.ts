/** Firewalls of tests. */
import type { Database } from '@innkeeper/db/schema';
import { insertFirewall } from '@innkeeper/db/tables/firewalls';
import { canonicalRules, type GivenRule } from '@innkeeper/model/firewalls';
import type { Kysely } from 'kysely';

/** It lets in SSH unless it is told otherwise. */
export function givenFirewall(
  db: Kysely<Database>,
  {
    accountId,
    name = 'given',
    forNewServers = false,
    rules = [{ direction: 'in', protocol: 'tcp', ports: ['22'] }],
  }: { accountId: number; name?: string; forNewServers?: boolean; rules?: GivenRule[] },
): Promise<number> {
  const row = { account_id: accountId, name, for_new_servers: forNewServers, rules: JSON.stringify(canonicalRules(rules)) };
  return insertFirewall(db, row);
}
