/** Usage of a server: metrics and bandwidth. */
import { z } from 'zod';
import { about, UnixTime } from './primitives.ts';

export const ServerMetric = z
  .strictObject({
    timestamp: UnixTime.describe('Start of the bucket as Unix time in seconds.'),
    running: z.boolean().describe('True if the server ran in any part of the bucket.'),
    cpu: z.number().meta(about('Load of all CPUs in percent.', 3.5)),
    network_in: z.number().meta(about('Received data in MB/s.', 0.02)),
    network_out: z.number().meta(about('Sent data in MB/s.', 0.01)),
    disk: z.number().meta(about('Used disk space in GB, as `disk.used` of the status.', 1.2)),
    io_read: z.number().meta(about('Disk reads in MB/s.', 0.1)),
    io_write: z.number().meta(about('Disk writes in MB/s.', 0.3)),
  })
  .meta({ id: 'ServerMetric', description: 'A bucket of 5 minutes, or of `step`.' });
export type ServerMetric = z.infer<typeof ServerMetric>;

export const BandwidthStatistics = z
  .strictObject({
    limit: z.int().meta(about('Bandwidth limit of the server in GB. 0 means unmetered.', 1000)),
    used: z.number().meta(about('Usage in the current bandwidth cycle in GB.', 12.5)),
    daily_usage: z
      .array(
        z.strictObject({
          timestamp: z.int().meta(about('Start of the day as Unix time in seconds.', 1772409600)),
          incoming: z.number().meta(about('Received data in GB.', 8.25)),
          outgoing: z.number().meta(about('Sent data in GB.', 4.25)),
        }),
      )
      .describe('Daily usage, oldest first.'),
  })
  .meta({ id: 'BandwidthStatistics', description: 'Bandwidth limit and usage of a server.' });
export type BandwidthStatistics = z.infer<typeof BandwidthStatistics>;
