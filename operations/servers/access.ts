/** A server's password and SSH keys, hostname, main address and rescue mode. */
import type { IpAddress, Server } from '@innkeeper/db/schema';
import { findImage } from '@innkeeper/db/tables/images';
import { loadServer, replaceSshKeys, sshKeyIdsOf, updateServer } from '@innkeeper/db/tables/servers';
import { findSshKeys } from '@innkeeper/db/tables/ssh-keys';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireReferences } from '@innkeeper/domain/resources/references';
import { setMainAddress } from '@innkeeper/domain/servers/main-address';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure, invalid } from '@innkeeper/model/failures';
import { isOff } from '@innkeeper/model/states/server-power';
import { presentServer } from '@innkeeper/present/server';
import type { Input, Reply } from '../define.ts';

/**
 * Sets the root password, at once if the guest agent responds, otherwise at the next boot. `reboot` reboots a running guest afterwards.
 * Throws `locked`.
 */
export async function changeServerPassword(
  cx: MutatingCx,
  { server, body, passwordHash }: Input<'changeServerPassword'>,
): Promise<void> {
  const hash = requireHash(passwordHash);
  const reboot = body.reboot && !server.rescue;
  await startWorkflow(
    cx,
    'server.set-password',
    server,
    { hash, reboot },
    { action: 'changeServerPassword', details: { reboot } },
  );
}

/** Returns the hash. The contract requires a password, so a missing hash is a programming error. */
function requireHash(passwordHash: string | null): string {
  if (passwordHash === null) throw new TypeError('the password has not been hashed');
  return passwordHash;
}

/**
 * Replaces the SSH keys of root, at once if the guest agent responds, otherwise at the next boot. Throws `not_yours` for a key, and
 * `validation` for `ssh_keys`, also if the image does not support SSH keys.
 */
export async function updateServerSshKeys(
  cx: MutatingCx<Customer>,
  { server, body: { ssh_keys: sshKeys } }: Input<'updateServerSshKeys'>,
): Promise<Reply<'updateServerSshKeys'>> {
  const image = await findImage(cx.db, server.image_id);
  if (!image?.ssh_keys_support) throw invalid('ssh_keys', 'The image of this server does not support SSH keys.');
  await requireReferences(cx, 'ssh_key', sshKeys, 'ssh_keys');
  const old = await sshKeyIdsOf(cx.db, server.id);
  await replaceSshKeys(cx.db, server.id, sshKeys);
  await startWorkflow(
    cx,
    'server.set-ssh-keys',
    server,
    { new: sshKeys, old, reboot: false },
    { action: 'updateServerSshKeys', details: { ssh_keys: sshKeys } },
  );
  return presentServer(await loadServer(cx.db, server.id), cx.actor.taxRate);
}

/**
 * Renames a server. The guest gets the name at once if its agent responds, otherwise at the next boot. `reboot` reboots a running guest
 * afterwards. Throws `locked`.
 */
export async function updateServerHostname(
  cx: MutatingCx<Customer>,
  { server, body }: Input<'updateServerHostname'>,
): Promise<Reply<'updateServerHostname'>> {
  const { id, hostname: before, rescue } = server;
  const { hostname } = body;
  const reboot = body.reboot && !rescue;
  await updateServer(cx.db, id, { hostname });
  await startWorkflow(
    cx,
    'server.set-hostname',
    server,
    { hostname, before, reboot },
    { action: 'updateServerHostname', details: { before, hostname, reboot } },
  );
  return presentServer(await loadServer(cx.db, id), cx.actor.taxRate);
}

/**
 * Makes another address of the server the main one of its family. The guest uses it after a reboot, which follows at once unless the server
 * is off or in rescue mode. Throws `validation`, `not_yours` and `locked`.
 */
export async function changeServerPrimaryIp(
  cx: MutatingCx<Customer>,
  { server, body }: Input<'changeServerPrimaryIp'>,
): Promise<Reply<'changeServerPrimaryIp'>> {
  const address = await requireAddress(cx, server, body.ip_id);
  const before = await cx.db
    .selectFrom('ip_addresses')
    .select(['id', 'address'])
    .where('server_id', '=', server.id)
    .where('version', '=', address.version)
    .where('main', '=', true)
    .executeTakeFirst();
  const beforeId = before?.id ?? null;
  await setMainAddress(cx.db, { id: address.id, instead: beforeId });
  const input = { addressId: address.id, beforeId, reboot: !server.rescue };
  const details = { address: address.address, before: before?.address ?? null };
  await startWorkflow(cx, 'server.change-primary-ip', server, input, { action: 'changeServerPrimaryIp', details });
  return presentServer(await loadServer(cx.db, server.id), cx.actor.taxRate);
}

/** Locks and returns the address. Throws `validation` or `not_yours` if it cannot become the main address of the server. */
async function requireAddress({ db }: MutatingCx, server: Server, id: number): Promise<IpAddress> {
  const address = await db.selectFrom('ip_addresses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!address || address.account_id === null) throw invalid('ip_id', 'This address does not exist.');
  if (address.account_id !== server.account_id) throw new Failure('not_yours');
  if (address.server_id !== server.id) throw invalid('ip_id', 'This is not an address of this server.');
  if (address.floating_ip_id !== null)
    throw invalid('ip_id', 'A floating IP cannot be the main address, because it can move to another server.');
  if (address.main) throw invalid('ip_id', 'This is already the main address.');
  if (address.addon_id !== null) {
    const addon = await db.selectFrom('services').select('status').where('id', '=', address.addon_id).executeTakeFirst();
    if (addon?.status !== 'active') throw invalid('ip_id', 'The addon of this address is not active.');
  }
  return address;
}

/**
 * Boots the rescue system with the disk attached, and ends a start, stop or restart that waits for the guest. The password of the server
 * does not work there, only the password given here.
 *
 * Throws `not_found`, `not_yours` (also for a key), `locked`, `wrong_state` in rescue mode, and `validation` without any means to log in.
 */
export async function enableServerRescue(
  cx: MutatingCx<Customer>,
  { server, supersededWorkflowId, body, passwordHash }: Input<'enableServerRescue'>,
): Promise<Reply<'enableServerRescue'>> {
  const sshKeys = await keysFor(cx, server, body?.ssh_keys);
  if (sshKeys.length === 0 && passwordHash === null) {
    throw invalid('password', 'Set password or ssh_keys. This server has no SSH keys, so nobody could log in without them.');
  }
  await startWorkflow(
    cx,
    'server.enable-rescue',
    server,
    { seed: { hostname: server.hostname, sshKeys, passwordHash }, wasOff: isOff(server) },
    {
      action: 'enableServerRescue',
      supersedes:
        supersededWorkflowId === undefined
          ? undefined
          : { workflowId: supersededWorkflowId, reason: 'The server was put into rescue mode.' },
    },
  );
  return presentServer(await loadServer(cx.db, server.id), cx.actor.taxRate);
}

/** Returns the keys as lines. Rescue mode therefore accepts a key even if it is deleted from the account in the meantime. */
async function keysFor(cx: MutatingCx, server: Server, keyIds: number[] | undefined): Promise<string[]> {
  const keys = keyIds
    ? await requireReferences(cx, 'ssh_key', keyIds, 'ssh_keys')
    : await findSshKeys(cx.db, await sshKeyIdsOf(cx.db, server.id));
  return keys.map((key) => key.public_key);
}

/** Boots a server in rescue mode from its disk again. Throws `locked`. */
export async function disableServerRescue(
  cx: MutatingCx<Customer>,
  { server }: Input<'disableServerRescue'>,
): Promise<Reply<'disableServerRescue'>> {
  const seed = server.rescue_seed ?? { hostname: server.hostname, sshKeys: [], passwordHash: null };
  await startWorkflow(cx, 'server.disable-rescue', server, { seed, wasOff: isOff(server) }, { action: 'disableServerRescue' });
  return presentServer(await loadServer(cx.db, server.id), cx.actor.taxRate);
}
