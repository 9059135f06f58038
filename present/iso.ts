import type { Iso } from '@innkeeper/contract/schemas/iso';
import type { LoadedIso } from '@innkeeper/db/tables/isos';
import { iso as time } from './time.ts';

/** Presents an ISO file. The URLs of the operator's files are hidden. */
export function presentIso(iso: LoadedIso): Iso {
  return {
    id: iso.id,
    name: iso.name,
    size: iso.size === null ? null : Number(iso.size),
    status: iso.status,
    url: iso.account_id === null ? null : iso.url,
    sha256: iso.sha256,
    error: iso.error,
    created_at: time(iso.created_at),
    servers: iso.servers,
  };
}
