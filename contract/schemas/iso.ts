import { z } from 'zod';
import { about, Id, ifGiven, line, ServerRef, Time, trimmed } from './primitives.ts';

export const Iso = z
  .strictObject({
    id: Id.describe('Id of the ISO.'),
    name: z.string().meta(about('Name of the ISO.', 'debian-13-netinst')),
    size: z.int().nullable().meta(about('Size in bytes, or null while it is unknown.', 702545920)),
    status: z.enum(['downloading', 'ready', 'failed']).meta(about('Status. The ISO can be used when it is `ready`.', 'ready')),
    url: z
      .string()
      .nullable()
      .meta(
        about('URL of the download, or null for an ISO of the operator.', 'https://mirror.example.com/debian-13-netinst.iso'),
      ),
    sha256: z
      .string()
      .nullable()
      .meta(
        about(
          'SHA-256 of the file in hexadecimal, or null while it is unknown.',
          'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        ),
      ),
    error: z.string().nullable().meta(about('Reason of a failed download, otherwise null.', 'The URL answered with status 404.')),
    created_at: Time.describe('Time when the ISO was added.'),
    servers: z.array(ServerRef).describe('Servers that the ISO is attached to.'),
  })
  .meta({ id: 'Iso', description: 'An image of a CD or DVD that a server can boot.' });
export type Iso = z.infer<typeof Iso>;

export const AddIso = z
  .strictObject({
    name: line(1, 100).meta(about('Name of the ISO, 1 to 100 characters.', 'debian-13-netinst')),
    url: z
      .url({ protocol: /^https?$/, error: ifGiven('Must be an http or https URL.') })
      .max(2048)
      .meta(
        about(
          'URL to download the ISO from. Addresses of private networks are refused.',
          'https://mirror.example.com/debian-13-netinst.iso',
        ),
      ),
    sha256: trimmed()
      .regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits in lower case.')
      .optional()
      .meta(
        about(
          'Expected SHA-256 of the file. Default: no check.',
          'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        ),
      ),
  })
  .meta({ id: 'AddIso', description: 'The ISO to download.' });
