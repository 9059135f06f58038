import type { AccountExport as Shown } from '@innkeeper/contract/schemas/account-export';
import type { AccountExport } from '@innkeeper/db/tables/account-exports';
import { iso, isoOrNull } from './time.ts';

export const presentAccountExport = ({ id, status, created_at, ready_at, expires_at, bytes, sha256 }: AccountExport): Shown => ({
  id,
  status,
  created_at: iso(created_at),
  ready_at: isoOrNull(ready_at),
  expires_at: isoOrNull(expires_at),
  size: bytes === null ? null : Number(bytes),
  sha256,
});
