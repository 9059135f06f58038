import type { Readable } from 'node:stream';
import type { AccountExport } from '@innkeeper/db/tables/account-exports';
import { audit } from '@innkeeper/domain/audit';
import { type Cx, transact } from '@innkeeper/domain/context';
import type { AttachmentFiles } from '@innkeeper/domain/tickets/files';
import { Failure } from '@innkeeper/model/failures';

export interface DownloadedExport {
  content: Readable;
  bytes: number;
  /** Suggested name for the downloaded file. */
  name: string;
}

/** Returns the file of an export and adds an audit entry. Throws `wrong_state` for an export that is in progress or has expired. */
export async function downloadAccountExport(
  cx: Cx,
  {
    accountExport: { id, account_id, status, key, bytes, created_at, expires_at },
    files,
  }: { accountExport: AccountExport; files: AttachmentFiles },
): Promise<DownloadedExport> {
  if (status === 'pending') throw new Failure('wrong_state', { message: 'This export is still in progress. Try again later.' });
  const isExpired = status === 'expired' || key === null || (expires_at !== null && expires_at <= cx.clock.now());
  if (isExpired) throw new Failure('wrong_state', { message: 'This export has expired. Request a new export.' });
  const content = await files.read(key);
  if (!content) throw new Error(`the file of account export ${id} is gone`);
  await transact(cx, (trx) => audit(trx, 'downloadAccountExport', { kind: 'account_export', id }));
  return { content, bytes: Number(bytes), name: `account-${account_id}-${created_at.toISOString().slice(0, 10)}.zip` };
}
