import type { SshKey, SshKeyOfServer } from '@innkeeper/contract/schemas/ssh-key';
import type { ShownServer } from '@innkeeper/db/tables/servers';
import type { LoadedSshKey } from '@innkeeper/db/tables/ssh-keys';

export function presentSshKey(key: LoadedSshKey): SshKey {
  return { id: key.id, name: key.name, fingerprint: key.fingerprint, key: key.public_key, servers: key.servers };
}

/** Presents an SSH key inside a server, where `servers` is a string. */
export function presentSshKeyOfServer(key: ShownServer['ssh_keys'][number]): SshKeyOfServer {
  return { id: key.id, name: key.name, fingerprint: key.fingerprint, key: key.public_key, servers: key.hostnames };
}
