import type { SupportAccess } from '@innkeeper/contract/schemas/support-access';
import type { SupportGrant } from '@innkeeper/db/tables/support-access';
import { iso, isoOrNull } from './time.ts';

export const presentSupportAccess =
  (now: Date) =>
  (row: SupportGrant): SupportAccess => ({
    id: row.id,
    scope: row.scope,
    ticket: row.ticket_id,
    granted_by: row.granter,
    active: row.ended_at === null && row.expires_at > now,
    created_at: iso(row.created_at),
    expires_at: iso(row.expires_at),
    ended_at: isoOrNull(row.ended_at),
  });
