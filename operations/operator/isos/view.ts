import type { Iso } from '@innkeeper/db/schema';

export function isoView({ id, name, account_id: account, status, size, url, sha256, error, created_at }: Iso) {
  // A file size never reaches 2 ** 53 bytes on this system.
  return { id, name, account, status, size: size === null ? null : Number(size), url, sha256, error, created_at };
}
