import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

export const AccountExport = z
  .strictObject({
    id: Id.describe('Id of the export.'),
    status: z
      .enum(['pending', 'ready', 'expired'])
      .meta(about('`pending` while it is written, `ready` when it can be downloaded, `expired` when its file is gone.', 'ready')),
    created_at: Time.describe('When it was asked for.'),
    ready_at: Time.nullable().describe('When it was written; null: not yet.'),
    expires_at: Time.nullable().describe(
      'Until when it can be downloaded, at most: a newer one replaces it. Null while it is written.',
    ),
    size: z.int().min(0).nullable().meta(about('Bytes of the file; null while it is written.', 48_120)),
    sha256: z
      .string()
      .nullable()
      .meta(
        about(
          'SHA-256 of the file, in hex; null while it is written.',
          '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        ),
      ),
  })
  .meta({ id: 'AccountExport', description: 'All that an account has here, as one ZIP file.' });
export type AccountExport = z.infer<typeof AccountExport>;
