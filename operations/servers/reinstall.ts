import type { Image, Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer, sshKeyIdsOf } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireReference, requireReferences } from '@innkeeper/domain/resources/references';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { type Failure, invalid } from '@innkeeper/model/failures';

export interface ReinstallInput {
  server: Server;
  imageId: number;
  /** Hash as in `guest-passwords.ts`, or `null` to keep the current password. */
  passwordHash: string | null;
  sshKeys?: number[] | undefined;
  startupScript?: string | undefined;
}

/**
 * Replaces the disk with a new image and boots it. All data on the disk is lost.
 *
 * Keys and password stay unless new ones are given. A key that was deleted from the account is not installed again, because it may have
 * leaked. A startup script runs only if it is given.
 *
 * Throws `not_found`, `not_yours` (also for a key), `locked`, `wrong_state`, and `validation` with the field.
 */
export async function reinstallServer(cx: MutatingCx, input: ReinstallInput): Promise<LoadedServer> {
  const { server } = input;
  const image = await fittingImage(cx, server, input.imageId);
  const sshKeys = await keysFor(cx, server, image, input);
  const passwordHash = input.passwordHash ?? server.root_password_hash;
  if (sshKeys.length === 0 && passwordHash === null && input.startupScript === undefined) throw nobodyCouldLogIn(input);
  await startWorkflow(
    cx,
    'server.reinstall',
    server,
    {
      imageId: image.id,
      passwordHash,
      sshKeyIds: sshKeys,
      startupScript: input.startupScript ?? null,
      wasOff: server.power === 'stopped' || server.power === 'crashed',
    },
    { action: 'reinstallServer', details: { image: image.key } },
  );
  return loadServer(cx.db, server.id);
}

function nobodyCouldLogIn({ sshKeys }: ReinstallInput): Failure {
  const why = sshKeys === undefined ? 'The account no longer has any SSH key of this server. ' : '';
  return invalid('ssh_keys', `${why}Set ssh_keys or password. Without them nobody can log in to the server.`);
}

async function fittingImage(cx: MutatingCx, server: Server, imageId: number): Promise<Image> {
  const image = await requireReference(cx, 'image', imageId, 'image_id');
  if (server.memory_mb < image.minimum_ram_gb * 1024) {
    const memoryGb = server.memory_mb / 1024;
    throw invalid(
      'image_id',
      `This image needs ${image.minimum_ram_gb} GB of memory, but the server has ${memoryGb} GB. Choose another image.`,
    );
  }
  return image;
}

async function keysFor(cx: MutatingCx, server: Server, image: Image, { sshKeys }: ReinstallInput): Promise<number[]> {
  if (sshKeys === undefined) return image.ssh_keys_support ? sshKeyIdsOf(cx.db, server.id) : [];
  if (sshKeys.length > 0 && !image.ssh_keys_support)
    throw invalid('ssh_keys', 'This image does not support SSH keys. Use a password instead.');
  await requireReferences(cx, 'ssh_key', sshKeys, 'ssh_keys');
  return sshKeys;
}
