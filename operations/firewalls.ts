/** Firewalls of an account: their rules, and the servers that have them. */
import { isDeepStrictEqual } from 'node:util';
import {
  addFirewallTo,
  countServersOf,
  findServerWithMore,
  insertFirewall,
  loadFirewall,
  lockAndCountFirewalls,
  markServersPending,
  nodesOfServers,
  pageOfFirewalls,
  deleteFirewall as removeFirewallRow,
  takeFirewallOff,
  updateFirewall as writeFirewall,
} from '@innkeeper/db/tables/firewalls';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx, RequestCx } from '@innkeeper/domain/context';
import { propagate } from '@innkeeper/domain/firewalls/propagate';
import { requireServers } from '@innkeeper/domain/firewalls/require-servers';
import { Failure, invalid } from '@innkeeper/model/failures';
import { canonicalRules } from '@innkeeper/model/net/firewalls';
import { jsonText } from '@innkeeper/model/text/json-text';
import { presentFirewall } from '@innkeeper/present/firewall';
import { page, pageRequest } from '@innkeeper/present/page';
import type { Input, Reply } from './define.ts';

/** Lists the caller's firewalls, oldest first. `filter[server_id]` limits the list to firewalls of that server. */
export async function listFirewalls(cx: RequestCx, { query }: Input<'listFirewalls'>): Promise<Reply<'listFirewalls'>> {
  const filter = { accountId: cx.actor.accountId, serverId: query['filter[server_id]'] };
  return page(cx.url, query, await pageOfFirewalls(cx.db, { ...filter, ...pageRequest(query) }), presentFirewall);
}

/** Returns a firewall with its servers. */
export async function getFirewall(_cx: Cx, { firewall }: Input<'getFirewall'>): Promise<Reply<'getFirewall'>> {
  return presentFirewall(firewall);
}

/**
 * Creates a firewall that is not applied to any server yet. Throws `validation` for an invalid rule, and if a limit on firewalls is
 * reached.
 */
export async function createFirewall(
  cx: MutatingCx<Customer>,
  { body }: Input<'createFirewall'>,
): Promise<Reply<'createFirewall'>> {
  const rules = canonicalRules(body.rules);
  const { accountId } = cx.actor;
  const { firewallsPerAccount, firewallsPerServer } = cx.settings;
  const existing = await lockAndCountFirewalls(cx.db, accountId);
  if (existing.all >= firewallsPerAccount)
    throw invalid('name', `An account can have at most ${firewallsPerAccount} firewalls. Delete one first.`);
  if (body.default && existing.forNewServers >= firewallsPerServer) throw tooManyDefaults(firewallsPerServer);
  const id = await insertFirewall(cx.db, {
    account_id: accountId,
    name: body.name,
    for_new_servers: body.default,
    rules: jsonText(rules),
    created_at: cx.clock.now(),
    updated_at: cx.clock.now(),
  });
  await audit(cx, 'createFirewall', { kind: 'firewall', id }, { name: body.name, rules: rules.length });
  return presentFirewall(await loadFirewall(cx.db, id));
}

/**
 * Changes the name, or whether new servers get the firewall. Existing servers are not affected. Throws `validation` if too many firewalls
 * are defaults.
 */
export async function updateFirewall(
  cx: MutatingCx<Customer>,
  { firewall: before, body }: Input<'updateFirewall'>,
): Promise<Reply<'updateFirewall'>> {
  const { name = before.name, default: forNewServers = before.for_new_servers } = body;
  const changed = { name: name !== before.name, default: forNewServers !== before.for_new_servers };
  if (changed.default && forNewServers) {
    const max = cx.settings.firewallsPerServer;
    if ((await lockAndCountFirewalls(cx.db, cx.actor.accountId)).forNewServers >= max) throw tooManyDefaults(max);
  }
  if (changed.name || changed.default) {
    await writeFirewall(cx.db, before.id, { name, for_new_servers: forNewServers, updated_at: cx.clock.now() });
    await audit(cx, 'updateFirewall', { kind: 'firewall', id: before.id }, changed);
  }
  return presentFirewall(await loadFirewall(cx.db, before.id));
}

/** Returns the failure for too many default firewalls. */
function tooManyDefaults(max: number): Error {
  return invalid(
    'default',
    `An account can have at most ${max} default firewalls for new servers. Remove the default from another firewall first.`,
  );
}

/** Deletes a firewall. Throws `wrong_state` while it is applied to a server, or its rules are still in force there. */
export async function deleteFirewall(cx: MutatingCx, { firewall }: Input<'deleteFirewall'>): Promise<void> {
  const servers = await countServersOf(cx.db, firewall.id);
  if (servers > 0) {
    const serverCount = servers === 1 ? '1 server' : `${servers} servers`;
    throw new Failure('wrong_state', { message: `This firewall is applied to ${serverCount}. Remove it from there first.` });
  }
  await removeFirewallRow(cx.db, firewall.id);
  await audit(cx, 'deleteFirewall', { kind: 'firewall', id: firewall.id }, { name: firewall.name });
}

/** Replaces all rules of a firewall. Does nothing if the rules are equal. Throws `validation` for an invalid rule. */
export async function setFirewallRules(
  cx: MutatingCx,
  { firewall, body: { rules } }: Input<'setFirewallRules'>,
): Promise<Reply<'setFirewallRules'>> {
  const canonical = canonicalRules(rules);
  if (!isDeepStrictEqual(canonical, firewall.rules)) {
    const version = firewall.version + 1;
    await writeFirewall(cx.db, firewall.id, { rules: jsonText(canonical), version, updated_at: cx.clock.now() });
    const before = firewall.rules.length;
    await audit(cx, 'setFirewallRules', { kind: 'firewall', id: firewall.id }, { version, rules: canonical.length, before });
    await propagate(cx, firewall, await markServersPending(cx.db, firewall.id));
  }
  return presentFirewall(await loadFirewall(cx.db, firewall.id));
}

/**
 * Applies a firewall to all the servers or to none, even to locked servers. Throws `validation` for `server_ids`, `not_yours`, and
 * `not_supported` if the host of a server cannot filter.
 */
export async function applyFirewall(
  cx: MutatingCx<Customer>,
  { firewall, body: { server_ids: serverIds } }: Input<'applyFirewall'>,
): Promise<Reply<'applyFirewall'>> {
  await requireServers(cx, serverIds);
  const { firewallsPerServer, serversPerFirewall } = cx.settings;
  if ((await nodesOfServers(cx.db, serverIds)).some(({ filters }) => !filters)) throw cannotFilter();
  const added = await addFirewallTo(cx.db, firewall.id, serverIds);
  if (added.length > 0) {
    if ((await countServersOf(cx.db, firewall.id)) > serversPerFirewall)
      throw invalid('server_ids', `A firewall can be applied to at most ${serversPerFirewall} servers.`);
    const full = await findServerWithMore(cx.db, added, firewallsPerServer);
    if (full !== undefined)
      throw invalid(`server_ids.${serverIds.indexOf(full)}`, `A server can have at most ${firewallsPerServer} firewalls.`);
    await audit(cx, 'applyFirewall', { kind: 'firewall', id: firewall.id }, { servers: added });
    await propagate(cx, firewall, added);
  }
  return presentFirewall(await loadFirewall(cx.db, firewall.id));
}

function cannotFilter(): Failure {
  const message = 'The host of this server does not support firewalls.';
  return new Failure('not_supported', { message });
}

/** Removes a firewall from all the servers or from none. Throws `validation` for `server_ids`, and `not_yours`. */
export async function removeFirewall(
  cx: MutatingCx<Customer>,
  { firewall, body: { server_ids: serverIds } }: Input<'removeFirewall'>,
): Promise<Reply<'removeFirewall'>> {
  await requireServers(cx, serverIds);
  const removed = await takeFirewallOff(cx.db, firewall.id, serverIds);
  if (removed.length > 0) {
    await audit(cx, 'removeFirewall', { kind: 'firewall', id: firewall.id }, { servers: removed });
    await propagate(cx, firewall, removed);
  }
  return presentFirewall(await loadFirewall(cx.db, firewall.id));
}
