import type { Database } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { Updateable } from 'kysely';
import type { OperatorCx } from '../context.ts';
import { loadImage } from './view.ts';

type Change = Pick<Updateable<Database['images']>, 'name' | 'eol' | 'minimum_ram_gb' | 'disabled_at'>;

/** Changes the row of an image and adds an audit entry. Servers built from the image keep it. */
export async function changeImage(cx: OperatorCx, action: string, key: string, change: Change) {
  const row = await cx.db.updateTable('images').set(change).where('key', '=', key).returning('id').executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Image ${key} does not exist.` });
  const { disabled_at: _saidByTheAction, ...said } = change;
  await audit(cx, action, { kind: 'image', id: row.id }, { key, ...said });
  return loadImage(cx.db, row.id);
}
