/** The disk and the drives of a server. */
import type { Image, Server } from '@innkeeper/db/schema';
import { findPlan } from '@innkeeper/db/tables/plans';
import { loadServer, sshKeyIdsOf, updateServer } from '@innkeeper/db/tables/servers';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { type NamedCopy, requireCopy } from '@innkeeper/domain/copies/source';
import { provideIsos } from '@innkeeper/domain/isos/provide';
import { requireReference, requireReferences } from '@innkeeper/domain/resources/references';
import { driveColumns } from '@innkeeper/domain/servers/deploy-drives';
import { requireImageFits, requireUsableData } from '@innkeeper/domain/servers/image-fit';
import type { Drives } from '@innkeeper/domain/workflows/inputs';
import { KINDS } from '@innkeeper/domain/workflows/kinds';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { type Failure, invalid } from '@innkeeper/model/failures';
import { isOff } from '@innkeeper/model/states/server-power';
import { presentServer } from '@innkeeper/present/server';
import type { Input, Reply } from '../define.ts';

/**
 * Changes the ISOs in the two drives, at once if the server is running. A new boot source takes effect at the next start.
 *
 * Throws `not_found`, `not_yours` (also for an ISO), `locked`, `wrong_state`, and `validation` with the field.
 */
export async function modifyServerIsos(
  cx: MutatingCx<Customer>,
  { server, body }: Input<'modifyServerIsos'>,
): Promise<Reply<'modifyServerIsos'>> {
  const { primary_iso_id: primary, secondary_iso_id: secondary } = body;
  if (primary) await requireReference(cx, 'iso', primary, 'primary_iso_id');
  if (secondary) await requireReference(cx, 'iso', secondary, 'secondary_iso_id');
  const old: Drives = { primary: server.primary_iso_id, secondary: server.secondary_iso_id, bootIso: server.boot_iso };
  const desired = drivesAfter(old, body);
  await updateServer(cx.db, server.id, driveColumns(desired));
  const coming = await provideIsos(cx, desired, server.node_id);
  await startWorkflow(
    cx,
    'server.set-media',
    server,
    { new: desired, old },
    {
      action: 'modifyServerIsos',
      details: { ...desired },
      // If the node has to download a file first, allow as much time as for a download.
      ...(coming ? { lockDeadlineMs: KINDS['iso.download'].lockDeadlineMs } : {}),
    },
  );
  return presentServer(await loadServer(cx.db, server.id), cx.actor.taxRate);
}

/**
 * Returns the drives after the change. `null` ejects an ISO, and `undefined` leaves the drive unchanged. Without `boot_from` the next start
 * boots an ISO that is inserted into the primary drive, and the disk after it is ejected.
 */
function drivesAfter(
  old: Drives,
  {
    primary_iso_id: primary = old.primary,
    secondary_iso_id: secondary = old.secondary,
    boot_from: bootFrom,
  }: Input<'modifyServerIsos'>['body'],
): Drives {
  if (bootFrom === 'iso' && primary === null)
    throw invalid('boot_from', 'The primary drive has no ISO to boot from. Insert an ISO first.');
  const changed = primary !== old.primary;
  const bootIso = bootFrom ? bootFrom === 'iso' : primary !== null && (changed || old.bootIso);
  return { primary, secondary, bootIso };
}

/**
 * Replaces the disk of a server with a copy of this or another server of the caller, and boots it. Name, keys and password stay those of
 * this server.
 *
 * Throws `not_found`, `not_yours` (also for a copy), `locked` and `wrong_state`. Throws `validation` under the copy's field if the copy
 * does not exist, is larger than the disk, or is stored on another node's disk.
 */
export async function restoreServer(
  cx: MutatingCx<Customer>,
  { server, body }: Input<'restoreServer'>,
): Promise<Reply<'restoreServer'>> {
  const copy = await requireCopy(cx, namedCopy(body), { gb: server.disk_gb, of: 'server', nodeId: server.node_id });
  await startWorkflow(
    cx,
    'server.restore',
    server,
    { copyId: copy.id, wasOff: isOff(server) },
    { action: 'restoreServer', details: { [copy.kind]: copy.id } },
  );
  return presentServer(await loadServer(cx.db, server.id), cx.actor.taxRate);
}

/** Returns the named copy. The contract ensures that exactly one is named. */
function namedCopy(body: Input<'restoreServer'>['body']): NamedCopy {
  if (body.snapshot_id !== undefined) return { kind: 'snapshot', id: body.snapshot_id };
  return { kind: 'backup', id: body.backup_id ?? 0 };
}

/**
 * Replaces the disk with a new image and boots it. All data on the disk is lost.
 *
 * Keys and password stay unless new ones are given. A key that was deleted from the account is not installed again, because it may have
 * leaked. A startup script runs only if it is given.
 *
 * Throws `not_found`, `not_yours` (also for a key), `locked`, `wrong_state`, and `validation` with the field.
 */
export async function reinstallServer(
  cx: MutatingCx<Customer>,
  { server, body, passwordHash: newHash }: Input<'reinstallServer'>,
): Promise<Reply<'reinstallServer'>> {
  const { image_id: imageId, ssh_keys: newKeys, startup_script: startupScript } = body;
  const image = await requireReference(cx, 'image', imageId, 'image_id');
  await requireFit(cx, server, image);
  const startupScriptKind = requireUsableData(image, startupScript);
  const sshKeyIds = await keysFor(cx, server, image, newKeys);
  const passwordHash = newHash ?? server.root_password_hash;
  if (sshKeyIds.length === 0 && passwordHash === null && startupScript === undefined) throw nobodyCouldLogIn(newKeys);
  await startWorkflow(
    cx,
    'server.reinstall',
    server,
    {
      imageId: image.id,
      passwordHash,
      sshKeyIds,
      startupScript: startupScript ?? null,
      startupScriptKind,
      wasOff: isOff(server),
    },
    { action: 'reinstallServer', details: { image: image.key } },
  );
  return presentServer(await loadServer(cx.db, server.id), cx.actor.taxRate);
}

function nobodyCouldLogIn(sshKeys: number[] | undefined): Failure {
  const why = sshKeys === undefined ? 'The account no longer has any SSH key of this server. ' : '';
  return invalid('ssh_keys', `${why}Set ssh_keys or password. Without them nobody can log in to the server.`);
}

async function requireFit(
  cx: MutatingCx,
  { plan_id, memory_mb: memoryMb, disk_gb: diskGb }: Server,
  image: Image,
): Promise<void> {
  const plan = await findPlan(cx.db, plan_id);
  const of = `this server with the plan ${plan?.key}`;
  requireImageFits(image, { memoryMb, diskGb, of, advice: 'Choose another image.' }, 'image_id');
}

async function keysFor(cx: MutatingCx, server: Server, image: Image, sshKeys: number[] | undefined): Promise<number[]> {
  if (sshKeys === undefined) return image.ssh_keys_support ? sshKeyIdsOf(cx.db, server.id) : [];
  if (sshKeys.length > 0 && !image.ssh_keys_support)
    throw invalid('ssh_keys', 'This image does not support SSH keys. Use a password instead.');
  await requireReferences(cx, 'ssh_key', sshKeys, 'ssh_keys');
  return sshKeys;
}
