import type { LoadedSshKey } from '@innkeeper/db/tables/ssh-keys';
import type { Cx } from '@innkeeper/domain/context';

/** Returns a key with the servers that have it. */
export async function getSshKey(_cx: Cx, input: { sshKey: LoadedSshKey }): Promise<LoadedSshKey> {
  return input.sshKey;
}
