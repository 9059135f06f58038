/** Fetches the files of images to the node. */
import type { Image } from '@innkeeper/db/schema';
import { findImageByKey } from '@innkeeper/db/tables/images';
import type { DiskSource } from '@innkeeper/engine/images/port';
import type { StepContext } from '../define.ts';
import { transferOf } from './copy-files.ts';

type Cx = Pick<StepContext<unknown>, 'db' | 'engine' | 'signal' | 'progress'>;

/** Fetches the file of an image to the node, unless the node has it. */
export function bringImage(cx: Cx, image: Image): Promise<void> {
  return cx.engine.imageFiles.bring(image, transferOf(cx));
}

/** Fetches the file that a disk is made of, unless the node has it or the disk is made of none. */
export async function bringSource(cx: Cx, source: DiskSource): Promise<void> {
  const image = source.from === 'image' ? await findImageByKey(cx.db, source.image.key) : undefined;
  if (image) await bringImage(cx, image);
}
