import { createHash } from 'node:crypto';
import { audit } from '@innkeeper/domain/audit';
import { Failure, invalid } from '@innkeeper/model/failures';
import { readLogo } from '@innkeeper/model/invoices/logo';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

export async function showLogo({ db }: StaffCx, _input: StaffInput<'showLogo'>): Promise<StaffReply<'showLogo'>> {
  const { logo } = await db.selectFrom('seller').select('logo').executeTakeFirstOrThrow();
  return logoView(logo);
}

/** Sets the logo for new documents. Issued documents keep their logo. Throws `validation` for `file`. */
export async function setLogo(cx: StaffCx, bytes: Buffer): Promise<StaffReply<'setLogo'>> {
  const logo = readLogo(bytes);
  if (typeof logo === 'string') throw invalid('file', logo);
  await cx.db.updateTable('seller').set({ logo: bytes }).execute();
  await audit(cx, 'setLogo', null, { ...logo, bytes: bytes.length });
  return logoView(bytes);
}

/** Removes the logo. Issued documents keep their logo. Throws `not_found` if none is set. */
export async function removeLogo(cx: StaffCx, _input: StaffInput<'removeLogo'>): Promise<StaffReply<'removeLogo'>> {
  const { numUpdatedRows } = await cx.db
    .updateTable('seller')
    .set({ logo: null })
    .where('logo', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Failure('not_found', { message: 'No logo is set.' });
  await audit(cx, 'removeLogo', null);
  return logoView(null);
}

function logoView(bytes: Buffer | null): StaffReply<'showLogo'> {
  const logo = bytes && readLogo(bytes);
  // A stored logo was validated before it was stored.
  if (!bytes || !logo || typeof logo === 'string') return { logo: null };
  return { logo: { ...logo, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') } };
}
