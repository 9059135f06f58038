import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { At } from '../operator/fields.ts';
import { Finding } from '../operator/installation.ts';

const Scanner = z.strictObject({
  driver: z.enum(['none', 'clamd']),
  socket: z.string().nullable(),
  tcp: z.string().nullable(),
  /** Outage of the scanner, or `null` if the last call by the API succeeded. */
  away: z.strictObject({ since: At, error: z.string() }).nullable(),
});

export const scanner = {
  showScanner: staffOperation({
    method: 'GET',
    path: '/operator/scanner',
    command: 'scanner show',
    roles: ['support', 'technical'],
    resource: 'scanner',
    summary: 'show the virus scanner for files of tickets',
    changes: false,
    input: z.strictObject({}),
    reply: Scanner,
    failures: [],
  }),
  setScanner: staffOperation({
    command: 'scanner set',
    hostOnly: 'It decides where files of customers are sent, and whether they are scanned.',
    resource: 'scanner',
    summary: 'set the virus scanner for files of tickets, or accept files without a scan',
    changes: true,
    input: z.strictObject({
      socket: z
        .string()
        .regex(/^\/[\x21-\x7e]{1,106}$/, 'Must be the path of a unix socket, such as /run/clamav/clamd.ctl.')
        .optional()
        .meta({
          description: 'socket of clamd, such as /run/clamav/clamd.ctl, which the user of the API must reach',
          value: 'path',
        }),
      tcp: z.string().max(60).optional().meta({
        description: 'address and port of clamd, such as 127.0.0.1:3310, on this host or in a private network',
        value: 'address:port',
      }),
      off: z.boolean().default(false).meta({ description: 'accept files without a scan' }),
    }),
    reply: Scanner,
    failures: [],
  }),
  checkScanner: staffOperation({
    command: 'scanner check',
    hostOnly: 'It calls the scanner from the host, for up to a minute.',
    resource: 'scanner',
    summary: 'have the virus scanner read a file of the largest size, and find the EICAR test file',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({ findings: z.array(Finding) }),
    failures: [],
  }),
};
