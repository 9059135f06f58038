import type { PendingEmailChange } from '@innkeeper/contract/schemas/email-change';
import type { EmailChangeRow } from '@innkeeper/db/tables/email-changes';
import { iso, isoOrNull } from './time.ts';

export const presentEmailChange = (row: EmailChangeRow | undefined): PendingEmailChange => ({
  pending: row
    ? {
        email: row.email,
        new_confirmed: row.new_confirmed_at !== null,
        old_confirmed: row.old_confirmed_at !== null,
        created_at: iso(row.created_at),
        expires_at: iso(row.expires_at),
        counts_from: isoOrNull(row.counts_from),
      }
    : null,
});
