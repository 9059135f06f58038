import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

export const AccountExport = z
  .strictObject({
    id: Id.describe('Id of the export.'),
    status: z
      .enum(['pending', 'ready', 'expired'])
      .meta(
        about(
          '`pending` while the export is written, `ready` when it can be downloaded, `expired` when its file is deleted.',
          'ready',
        ),
      ),
    created_at: Time.describe('Time of the request.'),
    ready_at: Time.nullable().describe('Time when the export was complete, or null if it is not complete.'),
    expires_at: Time.nullable().describe(
      'Latest time for a download. A newer export replaces this one earlier. Null while the export is written.',
    ),
    size: z.int().min(0).nullable().meta(about('Size of the file in bytes, or null while the export is written.', 48_120)),
    sha256: z
      .string()
      .nullable()
      .meta(
        about(
          'SHA-256 of the file in hexadecimal, or null while the export is written.',
          '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        ),
      ),
  })
  .meta({ id: 'AccountExport', description: 'An export of all data of an account, as one ZIP file.' });
export type AccountExport = z.infer<typeof AccountExport>;
