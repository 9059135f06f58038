import type { ServerStatus } from '@innkeeper/contract/schemas/server';
import type { Server } from '@innkeeper/db/schema';
import type { CurrentUsage } from '@innkeeper/db/tables/metrics';

export interface ServerLiveStatus {
  server: Server;
  /** Latest sample of the worker, or `undefined` before the first. */
  usage: CurrentUsage | undefined;
  /** Received and sent bytes of the current cycle. */
  cycleBytes: bigint;
  /** Monthly limit in TB. 0 means unmetered. */
  limitTb: number;
  dnsResolvers: readonly string[];
}

/** Disks are sold in binary GB, and traffic is counted in decimal GB, as is usual in the field. */
const BYTES_PER_DISK_GB = 1024 ** 3;
const BYTES_PER_TRAFFIC_GB = 1000 ** 3;
const GB_PER_TB = 1000;

export function presentServerStatus({ server, usage, cycleBytes, limitTb, dnsResolvers }: ServerLiveStatus): ServerStatus {
  // The sample may be older than the stop, so the CPU figure is 0. The disk usage remains valid.
  const cpu = server.power === 'running' ? round(usage?.cpu_percent ?? 0) : 0;
  return {
    running: server.power === 'running' || server.power === 'unreachable',
    suspended: server.status === 'suspended',
    network_suspended: server.network_suspended,
    rescue_mode: server.rescue,
    dns_resolvers: [...dnsResolvers],
    cpu: { used: cpu, free: round(100 - cpu) },
    disk: { used: share(usage?.disk_bytes ?? 0n, BYTES_PER_DISK_GB), limit: server.disk_gb },
    bandwidth: { used: share(cycleBytes, BYTES_PER_TRAFFIC_GB), limit: limitTb * GB_PER_TB },
    ssh: server.ssh_host && server.ssh_port ? { host: server.ssh_host, port: server.ssh_port, user: 'root' } : null,
    drives: {
      primary_iso_id: server.primary_iso_id,
      secondary_iso_id: server.secondary_iso_id,
      boot_from: server.boot_iso ? 'iso' : 'disk',
    },
  };
}

const round = (n: number): number => Math.round(n * 100) / 100;
const share = (bytes: bigint, unit: number): number => round(Number(bytes) / unit);
