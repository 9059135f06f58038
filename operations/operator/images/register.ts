import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { registerImage as putOnSale } from '@innkeeper/db/seed/register-image';
import { audit } from '@innkeeper/domain/audit';
import { invalid } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import type { ImageFile } from './file.ts';
import { loadImage } from './view.ts';

/** Puts an external image on sale, after its file was verified and moved into place. */
export async function registerImage(
  cx: OperatorCx,
  input: OperatorInput<'registerImage'>,
  { measured, ...file }: ImageFile,
): Promise<OperatorResult<'registerImage'>> {
  const { key, name, group, eol, sha256, minimum_ram: minimum_ram_gb, ssh_keys: ssh_keys_support } = input;
  await refuseUnknownGroup(cx, group);
  const id = await putOnSale(cx.db, { key, name, group, eol, minimum_ram_gb, ssh_keys_support, ...file, ...measured });
  await audit(cx, 'registerImage', { kind: 'image', id }, { key, sha256 });
  return loadImage(cx.db, id);
}

async function refuseUnknownGroup({ db }: OperatorCx, group: string): Promise<void> {
  const groups = (await db.selectFrom('image_groups').select('key').orderBy('position').execute()).map(({ key }) => key);
  if (!groups.includes(group)) throw invalid('group', `Group ${group} does not exist. Choose one of: ${groups.join(', ')}.`);
}
