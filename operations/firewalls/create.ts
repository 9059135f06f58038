import { insertFirewall, type LoadedFirewall, loadFirewall, lockAndCountFirewalls } from '@innkeeper/db/tables/firewalls';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { invalid } from '@innkeeper/model/failures';
import { canonicalRules, type RuleInput } from '@innkeeper/model/firewalls';
import { jsonText } from '@innkeeper/model/json-text';

interface NewFirewall {
  name: string;
  rules: readonly RuleInput[];
  default: boolean;
}

/**
 * Creates a firewall that is not applied to any server yet. Throws `validation` for an invalid rule, and if a limit on firewalls is
 * reached.
 */
export async function createFirewall(cx: MutatingCx<Customer>, input: NewFirewall): Promise<LoadedFirewall> {
  const rules = canonicalRules(input.rules);
  const { accountId } = cx.actor;
  const { firewallsPerAccount, firewallsPerServer } = cx.settings;
  const existing = await lockAndCountFirewalls(cx.db, accountId);
  if (existing.all >= firewallsPerAccount)
    throw invalid('name', `An account can have at most ${firewallsPerAccount} firewalls. Delete one first.`);
  if (input.default && existing.forNewServers >= firewallsPerServer) throw tooManyDefaults(firewallsPerServer);
  const id = await insertFirewall(cx.db, {
    account_id: accountId,
    name: input.name,
    for_new_servers: input.default,
    rules: jsonText(rules),
    created_at: cx.clock.now(),
    updated_at: cx.clock.now(),
  });
  await audit(cx, 'createFirewall', { kind: 'firewall', id }, { name: input.name, rules: rules.length });
  return loadFirewall(cx.db, id);
}

/** Returns the failure for too many default firewalls. */
export function tooManyDefaults(max: number): Error {
  return invalid(
    'default',
    `An account can have at most ${max} default firewalls for new servers. Remove the default from another firewall first.`,
  );
}
