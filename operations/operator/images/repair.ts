import type { OperatorResult } from '@innkeeper/contract/operator/all';
import { type ImageFileRow, listImageFiles, replaceImageFile } from '@innkeeper/db/tables/image-files';
import { audit } from '@innkeeper/domain/audit';
import { recordImageFiles, type SeenImage } from '@innkeeper/domain/images/record-files';
import { Failure } from '@innkeeper/model/failures';
import type { ImageOnNode } from '@innkeeper/model/images/file-state';
import type { OperatorCx } from '../context.ts';
import type { ImageFile } from './file.ts';

type Outcome = OperatorResult<'repairImage'>['data'][number]['outcome'];

/** Lists the images to look at: all on sale, or the one with this key, also if it is off sale. Throws `not_found`. */
export async function listRepairable(cx: OperatorCx, key: string | undefined): Promise<ImageFileRow[]> {
  const rows = await listImageFiles(cx.db);
  if (key === undefined) return rows.filter(({ disabled_at }) => disabled_at === null);
  const row = rows.find((one) => one.key === key);
  if (!row) throw new Failure('not_found', { message: `Image ${key} does not exist.` });
  return [row];
}

/** Returns the digest with which an image was registered by an earlier release, which stored it in the audit log only, or `null`. */
export async function registeredDigest(cx: OperatorCx, { id, path }: ImageFileRow): Promise<string | null> {
  const line = await cx.db
    .selectFrom('audit_log')
    .select('details')
    .where('resource_kind', '=', 'image')
    .where('resource_id', '=', id)
    .where('action', '=', 'registerImage')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const digest = line?.details.sha256;
  // The name of a registered file contains the beginning of its digest.
  return typeof digest === 'string' && path.includes(digest.slice(0, 12)) ? digest : null;
}

/** Records that the file of an image is there. Returns `null` if nothing was missing. */
export async function recordPresent(cx: OperatorCx, seen: SeenImage): Promise<Outcome | null> {
  await recordImageFiles(cx, [seen]);
  return seen.row.missing_since === null ? null : 'present';
}

/** Puts another file in place of a missing one. `found` is the new file. Servers built from the image keep their disks. */
export async function repairImage(
  cx: OperatorCx,
  row: ImageFileRow,
  { file, found }: { file: ImageFile; found: ImageOnNode | null },
): Promise<Outcome> {
  const { path, format, measured } = file;
  const bytes = measured?.bytes ?? (found && BigInt(found.bytes));
  // A file with the same digest has the same origin.
  const source = measured === null ? file.source : (row.source ?? file.source);
  const changed = { path, format, bytes, sha256: measured?.sha256 ?? null };
  if (!(await replaceImageFile(cx.db, row, { ...changed, source }))) return 'present';
  await audit(cx, 'repairImage', { kind: 'image', id: row.id, accountId: null }, { key: row.key, path });
  await recordImageFiles(cx, [{ row: { ...row, ...changed, source }, found }]);
  return 'repaired';
}
