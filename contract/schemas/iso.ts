import { z } from 'zod';
import { Id, line, ServerRef, Time } from './primitives.ts';

export const Iso = z
  .strictObject({
    id: Id,
    name: z.string(),
    size: z.int().nullable().describe('Bytes, once it is known.'),
    status: z.enum(['downloading', 'ready', 'failed']),
    url: z.string().nullable().describe("null for the operator's own."),
    sha256: z.string().nullable(),
    error: z.string().nullable().describe('Why the download failed.'),
    created_at: Time,
    servers: z.array(ServerRef).describe('Where it is attached.'),
  })
  .meta({ id: 'Iso' });
export type Iso = z.infer<typeof Iso>;

export const AddIso = z.strictObject({
  name: line(1, 100),
  url: z.url({ protocol: /^https?$/, error: 'Must be an http or https address.' }).max(2048),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits in lower case.')
    .optional(),
});
