import { isDeepStrictEqual } from 'node:util';
import type { Firewall } from '@innkeeper/db/schema';
import { type LoadedFirewall, loadFirewall, markServersPending, updateFirewall } from '@innkeeper/db/tables/firewalls';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { propagate } from '@innkeeper/domain/firewalls/propagate';
import { canonicalRules, type RuleInput } from '@innkeeper/model/firewalls';
import { jsonText } from '@innkeeper/model/json-text';

/** Replaces all rules of a firewall. Does nothing if the rules are equal. Throws `validation` for an invalid rule. */
export async function setFirewallRules(
  cx: MutatingCx,
  { firewall, rules }: { firewall: Firewall; rules: readonly RuleInput[] },
): Promise<LoadedFirewall> {
  const canonical = canonicalRules(rules);
  if (!isDeepStrictEqual(canonical, firewall.rules)) {
    const version = firewall.version + 1;
    await updateFirewall(cx.db, firewall.id, { rules: jsonText(canonical), version, updated_at: cx.clock.now() });
    const before = firewall.rules.length;
    await audit(cx, 'setFirewallRules', { kind: 'firewall', id: firewall.id }, { version, rules: canonical.length, before });
    await propagate(cx, firewall, await markServersPending(cx.db, firewall.id));
  }
  return loadFirewall(cx.db, firewall.id);
}
