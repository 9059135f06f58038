import { z } from 'zod';
import { operatorOperation } from './define.ts';
import { At } from './fields.ts';
import { Finding } from './installation.ts';

const Scanner = z.strictObject({
  driver: z.enum(['none', 'clamd']),
  socket: z.string().nullable(),
  tcp: z.string().nullable(),
  /** Null: it does what it should, as far as the API has asked it. */
  away: z.strictObject({ since: At, error: z.string() }).nullable(),
});

export const scanner = {
  showScanner: operatorOperation({
    resource: 'scanner',
    summary: 'show which virus scanner files of tickets are shown to',
    changes: false,
    input: z.strictObject({}),
    reply: Scanner,
    failures: [],
  }),
  setScanner: operatorOperation({
    resource: 'scanner',
    summary: 'set which virus scanner files of tickets are shown to; without one they are taken as they come',
    changes: true,
    input: z.strictObject({
      socket: z
        .string()
        .regex(/^\/[\x21-\x7e]{1,106}$/, 'Must be the path of a unix socket, such as /run/clamav/clamd.ctl.')
        .optional()
        .meta({ description: 'of clamd: /run/clamav/clamd.ctl, which the user of the API must reach', value: 'path' }),
      tcp: z
        .string()
        .max(60)
        .optional()
        .meta({ description: 'where clamd listens: 127.0.0.1:3310, or an address of a private network', value: 'address:port' }),
      off: z.boolean().default(false).meta({ description: 'take files as they come' }),
    }),
    reply: Scanner,
    failures: [],
  }),
  checkScanner: operatorOperation({
    resource: 'scanner',
    summary: 'ask the virus scanner to read a file as large as any, and to find the EICAR test file',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({ findings: z.array(Finding) }),
    failures: [],
  }),
};
