import type { OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import { readLogo } from '@innkeeper/model/invoices/logo';
import type { OperatorCx } from '../context.ts';
import { logoView } from './view.ts';

/** Sets the logo for new documents. Issued documents keep their logo. Throws `validation` for `file`. */
export async function setLogo(cx: OperatorCx, bytes: Buffer): Promise<OperatorResult<'setLogo'>> {
  const logo = readLogo(bytes);
  if (typeof logo === 'string') throw invalid('file', logo);
  await cx.db.updateTable('seller').set({ logo: bytes }).execute();
  await audit(cx, 'setLogo', null, { ...logo, bytes: bytes.length });
  return logoView(bytes);
}
