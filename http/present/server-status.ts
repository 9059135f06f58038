import type { ServerStatus } from '@innkeeper/contract/schemas/server';
import type { ServerLiveStatus } from '@innkeeper/domain/servers/status';

const BYTES_PER_GB = 1024 ** 3;
const GB_PER_TB = 1000;

export function presentServerStatus({ server, usage, cycleBytes, dnsResolvers }: ServerLiveStatus): ServerStatus {
  const cpu = round(Math.min(100, Math.max(0, usage?.cpu_percent ?? 0)));
  return {
    running: server.power === 'running' || server.power === 'unreachable',
    suspended: server.suspended,
    network_suspended: server.network_suspended,
    rescue_mode: server.rescue,
    dns_resolvers: [...dnsResolvers],
    cpu: { used: cpu, free: round(100 - cpu) },
    disk: { used: gigabytes(usage?.disk_bytes ?? 0n), limit: server.disk_gb },
    bandwidth: { used: gigabytes(cycleBytes), limit: server.bandwidth_tb * GB_PER_TB },
    ssh: server.ssh_host && server.ssh_port ? { host: server.ssh_host, port: server.ssh_port, user: 'root' } : null,
  };
}

const round = (n: number): number => Math.round(n * 100) / 100;
const gigabytes = (bytes: bigint): number => round(Number(bytes) / BYTES_PER_GB);
