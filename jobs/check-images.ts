/** Checks the files of images on the first host. Images without their file are not sold. */
import { type ImageFileRow, listImageFiles, updateImageMeasured } from '@innkeeper/db/tables/image-files';
import { transact } from '@innkeeper/domain/context';
import { recordImageFiles } from '@innkeeper/domain/images/record-files';
import { imageProblem } from '@innkeeper/model/images/file-state';
import type { NodeContext } from './job.ts';

/** Compares existence and size of each file with its row. Does nothing on further nodes. */
export async function checkImages(cx: NodeContext): Promise<void> {
  if (cx.isFirstHost !== true) return;
  const seen = await cx.engine.imageFiles.lookAt(await listImageFiles(cx.db));
  await transact(cx, (mine) => recordImageFiles(mine, seen));
}

/**
 * Measures size and digest of one image that was not measured yet, so that its file can be compared later. Takes minutes for a large
 * image. Throws the error of an unreadable file, after the other images.
 */
export async function measureImage(cx: NodeContext): Promise<void> {
  if (cx.isFirstHost !== true) return;
  const errors: unknown[] = [];
  for (const row of await listImageFiles(cx.db)) {
    if (row.bytes !== null && row.sha256 !== null) continue;
    try {
      if (await measure(cx, row)) return;
    } catch (error) {
      if (cx.stopping?.aborted === true) return;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Returns whether the image was measured. */
async function measure({ db, engine: { imageFiles }, stopping }: NodeContext, row: ImageFileRow): Promise<boolean> {
  // A file without its recorded size is damaged. Its digest must not become that of the image.
  if (imageProblem(row, await imageFiles.find(row.path)) !== null) return false;
  const measured = await imageFiles.measure(row.path, stopping);
  if (measured === null) return false;
  await updateImageMeasured(db, row, measured);
  return true;
}
