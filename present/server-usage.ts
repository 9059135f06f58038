import type { BandwidthStatistics, ServerMetric } from '@innkeeper/contract/schemas/server-usage';
import type { Bucket } from '@innkeeper/model/servers/metrics';

export interface BandwidthUse {
  /** Monthly limit in TB. 0 means unmetered. */
  limitTb: number;
  /** Received and sent bytes since the cycle began. */
  cycleBytes: bigint;
  /** Each day of the range on which the server existed, oldest first. `at` is its midnight in UTC. */
  days: { at: Date; inBytes: bigint; outBytes: bigint }[];
}

/** Disks are sold in binary GB, and traffic is counted in decimal GB, as is usual in the field. */
const BYTES_PER_DISK_GB = 1024 ** 3;
const BYTES_PER_GB = 1000 ** 3;
const BYTES_PER_MB = 1000 ** 2;
const GB_PER_TB = 1000;

export function presentMetric(bucket: Bucket): ServerMetric {
  return {
    timestamp: unix(bucket.at),
    running: bucket.running,
    cpu: rounded(bucket.cpu, 1),
    network_in: rounded(bucket.netIn / BYTES_PER_MB, 3),
    network_out: rounded(bucket.netOut / BYTES_PER_MB, 3),
    disk: rounded(bucket.diskBytes / BYTES_PER_DISK_GB, 2),
    io_read: rounded(bucket.read / BYTES_PER_MB, 3),
    io_write: rounded(bucket.written / BYTES_PER_MB, 3),
  };
}

export function presentBandwidth({ limitTb, cycleBytes, days }: BandwidthUse): BandwidthStatistics {
  return {
    limit: limitTb * GB_PER_TB,
    used: gb(cycleBytes),
    daily_usage: days.map(({ at, inBytes, outBytes }) => ({
      timestamp: unix(at),
      incoming: gb(inBytes),
      outgoing: gb(outBytes),
    })),
  };
}

const unix = (at: Date): number => Math.floor(at.getTime() / 1000);
const rounded = (figure: number, digits: number): number => Math.round(figure * 10 ** digits) / 10 ** digits;

/** Rounds to the kilobyte, so that little traffic does not become 0. */
const gb = (bytes: bigint): number => rounded(Number(bytes) / BYTES_PER_GB, 6);
