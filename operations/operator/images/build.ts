import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { registerImage as putOnSale } from '@innkeeper/db/seed/register-image';
import { audit } from '@innkeeper/domain/audit';
import type { OperatorCx } from '../context.ts';
import type { ImageFile } from './file.ts';
import { loadImage } from './view.ts';

/** Catalogue data of an image that a node can build. */
interface KnownImage {
  name: string;
  group: string;
  minimum_ram_gb: number;
}

export interface BuiltImage {
  known: KnownImage;
  file: ImageFile;
}

/** Puts an image that this node has built on sale. Existing servers keep their image. */
export async function buildImage(
  cx: OperatorCx,
  { key }: OperatorInput<'buildImage'>,
  { known, file }: BuiltImage,
): Promise<OperatorResult<'buildImage'>> {
  const { path, format, source, measured } = file;
  const id = await putOnSale(cx.db, { ...known, key, path, format, source, ...measured, ssh_keys_support: true });
  await audit(cx, 'buildImage', { kind: 'image', id }, { key, path });
  return loadImage(cx.db, id);
}
