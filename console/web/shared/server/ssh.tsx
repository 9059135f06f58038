import type { Server } from '@innkeeper/sdk/index';
import { useQuery } from '@tanstack/react-query';
import { toRefusal } from '../../data/refusals.ts';
import { serverStatusQuery } from '../../data/servers.ts';
import { SshLine } from '../../parts/ssh-line.tsx';
import { RefusalNote } from '../refusal-note.tsx';

/** Shows the SSH command of a server, or the reason why there is none. */
export function ServerSsh({ server: { id, status } }: { server: Pick<Server, 'id' | 'status'> }) {
  const { data, error, isLoading } = useQuery({ ...serverStatusQuery(id), enabled: status === 'active' });
  // A failed read does not mean that the server is off.
  if (data === undefined && error !== null) return <RefusalNote refusal={toRefusal(error)} fields="all" />;
  return isLoading ? null : <SshLine ssh={data?.ssh ?? null} />;
}
