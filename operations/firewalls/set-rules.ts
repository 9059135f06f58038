import { isDeepStrictEqual } from 'node:util';
import type { Firewall } from '@innkeeper/db/schema';
import { type LoadedFirewall, loadFirewall, tellServersOf, updateFirewall } from '@innkeeper/db/tables/firewalls';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { propagate } from '@innkeeper/domain/firewalls/propagate';
import { canonicalRules, type GivenRule } from '@innkeeper/model/firewalls';
import { jsonText } from '@innkeeper/model/json-text';

/** Replaces all rules. The same rules again change nothing. Throws `validation` for one that can't be. */
export async function setFirewallRules(
  cx: MutatingCx,
  { firewall, rules }: { firewall: Firewall; rules: readonly GivenRule[] },
): Promise<LoadedFirewall> {
  const canonical = canonicalRules(rules);
  if (!isDeepStrictEqual(canonical, firewall.rules)) {
    const version = firewall.version + 1;
    await updateFirewall(cx.db, firewall.id, { rules: jsonText(canonical), version, updated_at: cx.clock.now() });
    const before = firewall.rules.length;
    await audit(cx, 'setFirewallRules', { kind: 'firewall', id: firewall.id }, { version, rules: canonical.length, before });
    await propagate(cx, firewall, await tellServersOf(cx.db, firewall.id));
  }
  return loadFirewall(cx.db, firewall.id);
}
