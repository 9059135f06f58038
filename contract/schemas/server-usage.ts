/** What a server has used: metrics and bandwidth. */
import { z } from 'zod';
import { about, UnixTime } from './primitives.ts';

export const ServerMetric = z
  .strictObject({
    timestamp: UnixTime.describe('Beginning of the bucket, Unix time in seconds.'),
    running: z.boolean().describe('Whether the server ran in any part of it.'),
    cpu: z.number().meta(about('Load of all CPUs in percent.', 3.5)),
    network_in: z.number().meta(about('MB/s received.', 0.02)),
    network_out: z.number().meta(about('MB/s sent.', 0.01)),
    disk: z.number().meta(about('GB in use, as `disk.used` of the status.', 1.2)),
    io_read: z.number().meta(about('MB/s read from the disk.', 0.1)),
    io_write: z.number().meta(about('MB/s written to the disk.', 0.3)),
  })
  .meta({ id: 'ServerMetric', description: 'A bucket of 5 minutes, or of `step`.' });
export type ServerMetric = z.infer<typeof ServerMetric>;

export const BandwidthStatistics = z
  .strictObject({
    limit: z.int().meta(about('Bandwidth limit of the server in GB; 0: unmetered.', 1000)),
    used: z.number().meta(about('Used in the current bandwidth cycle, in GB.', 12.5)),
    daily_usage: z
      .array(
        z.strictObject({
          timestamp: z.int().meta(about('Beginning of the day, Unix time in seconds.', 1772409600)),
          incoming: z.number().meta(about('GB received.', 8.25)),
          outgoing: z.number().meta(about('GB sent.', 4.25)),
        }),
      )
      .describe('A day each, oldest first.'),
  })
  .meta({ id: 'BandwidthStatistics', description: 'Bandwidth limit and use of a server.' });
export type BandwidthStatistics = z.infer<typeof BandwidthStatistics>;
