import { createHash } from 'node:crypto';
import type { OperatorResult } from '@innkeeper/contract/operator/all';
import { readLogo } from '@innkeeper/model/invoices/logo';

export function logoView(bytes: Buffer | null): OperatorResult<'showLogo'> {
  const logo = bytes && readLogo(bytes);
  // A stored logo was validated before it was stored.
  if (!bytes || !logo || typeof logo === 'string') return { logo: null };
  return { logo: { ...logo, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') } };
}
