/** Keys of a node: reserves of its host, concurrency of its worker, and its network. */
import { parseEndpoint } from '../../outgoing-http/endpoints.ts';
import { key, optional } from '../key.ts';
import { duration, parsed, size, whole } from '../kinds.ts';

/** Options of keys that are read when the worker starts. */
const WORKER = { readers: ['worker', 'cli'], apply: 'restart' } as const;
const percent = () => whole(0, 90);
const interval = () => duration('1s', '10m');

export const NODE_KEYS = {
  'node.reserved_memory': key('Memory of the host that no guest gets, at least.', size('256MiB', '1TiB'), '1GiB', WORKER),
  'node.reserved_memory_percent': key(
    'Memory of the host that no guest gets, in percent. The greater of both values counts.',
    percent(),
    10,
    WORKER,
  ),
  'node.reserved_disk': key('Disk of the host that no guest gets, at least.', size('1GiB', '100TiB'), '5GiB', WORKER),
  'node.reserved_disk_percent': key(
    'Disk of the host that no guest gets, in percent. The greater of both values counts.',
    percent(),
    10,
    WORKER,
  ),
  'node.free_disk_gb': key('GB of free disk below which `doctor` warns.', whole(1, 100_000), 10),
  'node.listen': optional(
    'Address on which the worker listens for the workers of other nodes. Without it this node has no link to them.',
    parsed('one address of this host with a port, such as 10.0.0.5:7443 or [fd00::5]:7443', parseEndpoint),
    '10.0.0.5:7443',
    WORKER,
  ),
  'node.boots': optional(
    'Guests that boot at a time after an outage of the host. Without it this is the number of its cores.',
    whole(1, 10_000),
    4,
  ),
  'node.forwarded_port': key(
    'The first port of 127.0.0.1 that leads to guests of a node without root. Stop all guests before you change it.',
    whole(1_024, 32_767),
    22_000,
    WORKER,
  ),
  'node.forwarded_ports': key('The number of these ports, and so of addresses of such a node.', whole(16, 31_744), 4_096, WORKER),
  // Counting the connections costs 0.05 ms per new connection at 2,000 connections, 0.2 ms at 4,000 and 1 ms at 8,000.
  'node.guest_connections': key(
    'Connections of one address of a guest that may be open at a time.',
    whole(64, 16_384),
    4_096,
    WORKER,
  ),
  'node.guest_new_connections': key(
    'Connections that one address of a guest may begin per second.',
    whole(10, 100_000),
    1_000,
    WORKER,
  ),
  'attacks.block': key(
    'Time for which a source that floods a protected address is blocked.',
    duration('10s', '1d'),
    '5m',
    // The worker passes this time to the kernel at its start. API and worker compute the displayed end of a block from it.
    { apply: 'restart' },
  ),
  'attacks.calm': key('Time without an attack after which an attack counts as ended.', duration('5s', '1h'), '1m'),
  'worker.slots': key('Workflows that a worker runs at a time. Raise `database.pool_worker` with it.', whole(1, 500), 20),
  'worker.interactive_percent': key('Percent of these slots that only interactive work uses.', percent(), 20),
  'worker.build_percent': key('Percent of the slots that deployments and other builds may use.', whole(1, 100), 60),
  'worker.copy_percent': key('Percent of the slots that snapshots and backups may use.', whole(1, 100), 25),
  'worker.download_percent': key('Percent of the slots that downloads may use.', whole(1, 100), 30),
  'worker.watch_interval': key('Time between two checks of all guests.', interval(), '5s', WORKER),
  'worker.samples_interval': key('Time between two measurements of what guests use.', interval(), '10s', WORKER),
  'worker.network_interval': key('Time between two checks of the network of the node.', interval(), '15s', WORKER),
  'worker.node_interval': key('Time between two checks of where backups are stored.', interval(), '30s', WORKER),
};
