import type { Server } from '@innkeeper/db/schema';
import { findImage } from '@innkeeper/db/tables/images';
import { type LoadedServer, loadServer, replaceSshKeys, sshKeyIdsOf } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireReferences } from '@innkeeper/domain/resources/references';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { invalid } from '@innkeeper/model/failures';

/**
 * Replaces the SSH keys of root, at once if the guest agent responds, otherwise at the next boot. Throws `not_yours` for a key, and
 * `validation` for `ssh_keys`, also if the image does not support SSH keys.
 */
export async function updateServerSshKeys(cx: MutatingCx, input: { server: Server; sshKeys: number[] }): Promise<LoadedServer> {
  const { server } = input;
  const image = await findImage(cx.db, server.image_id);
  if (!image?.ssh_keys_support) throw invalid('ssh_keys', 'The image of this server does not support SSH keys.');
  await requireReferences(cx, 'ssh_key', input.sshKeys, 'ssh_keys');
  const old = await sshKeyIdsOf(cx.db, server.id);
  await replaceSshKeys(cx.db, server.id, input.sshKeys);
  await startWorkflow(
    cx,
    'server.set-ssh-keys',
    server,
    { new: input.sshKeys, old, reboot: false },
    { action: 'updateServerSshKeys', details: { ssh_keys: input.sshKeys } },
  );
  return loadServer(cx.db, server.id);
}
