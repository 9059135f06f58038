/** What a server has used: metrics and bandwidth. */
import { z } from 'zod';
import { UnixTime } from './primitives.ts';

export const ServerMetric = z
  .strictObject({
    timestamp: UnixTime,
    running: z.boolean(),
    cpu: z.number().describe('Percent.'),
    network_in: z.number().describe('MB/s'),
    network_out: z.number().describe('MB/s'),
    disk: z.number().describe('GB in use, as `disk.used` of the status'),
    io_read: z.number().describe('MB/s'),
    io_write: z.number().describe('MB/s'),
  })
  .meta({ id: 'ServerMetric', description: 'A bucket of 5 minutes.' });
export type ServerMetric = z.infer<typeof ServerMetric>;

export const BandwidthStatistics = z
  .strictObject({
    limit: z.int().describe('GB; 0 is unmetered.'),
    used: z.number().describe('GB in the current bandwidth cycle.'),
    daily_usage: z.array(
      z.strictObject({
        timestamp: z.int(),
        incoming: z.number().describe('GB'),
        outgoing: z.number().describe('GB'),
      }),
    ),
  })
  .meta({ id: 'BandwidthStatistics' });
export type BandwidthStatistics = z.infer<typeof BandwidthStatistics>;
