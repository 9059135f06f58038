import { z } from 'zod';
import { about, Id, ifGiven, line, ServerRef, Time, trimmed } from './primitives.ts';

export const Iso = z
  .strictObject({
    id: Id.describe('Id of the ISO.'),
    name: z.string().meta(about('Its name.', 'debian-13-netinst')),
    size: z.int().nullable().meta(about('Size in bytes; null until it is known.', 702545920)),
    status: z.enum(['downloading', 'ready', 'failed']).meta(about('Whether it can be used: it can when it is `ready`.', 'ready')),
    url: z
      .string()
      .nullable()
      .meta(
        about(
          "Where it was downloaded from; null for one of the operator's own.",
          'https://mirror.example.com/debian-13-netinst.iso',
        ),
      ),
    sha256: z
      .string()
      .nullable()
      .meta(
        about(
          'SHA-256 of the file, in hexadecimal; null until it is known.',
          'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        ),
      ),
    error: z.string().nullable().meta(about('Why the download failed; null unless it did.', 'The URL answered with status 404.')),
    created_at: Time.describe('When it was added.'),
    servers: z.array(ServerRef).describe('Servers that it is attached to.'),
  })
  .meta({ id: 'Iso', description: 'An image of a CD or DVD that a server can boot.' });
export type Iso = z.infer<typeof Iso>;

export const AddIso = z
  .strictObject({
    name: line(1, 100).meta(about('A name for it, 1 to 100 characters.', 'debian-13-netinst')),
    url: z
      .url({ protocol: /^https?$/, error: ifGiven('Must be an http or https URL.') })
      .max(2048)
      .meta(
        about(
          'Where to download it from. Never an address of a private network.',
          'https://mirror.example.com/debian-13-netinst.iso',
        ),
      ),
    sha256: trimmed()
      .regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits in lower case.')
      .optional()
      .meta(
        about(
          'SHA-256 that the file must have; not checked when it is left out.',
          'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        ),
      ),
  })
  .meta({ id: 'AddIso', description: 'The ISO to download.' });
