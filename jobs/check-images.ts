/** Checks the files of images. Images without their file on the first host are not sold. */
import { type ImageFileRow, listImageFiles, updateImageMeasured } from '@innkeeper/db/tables/image-files';
import { transact } from '@innkeeper/domain/context';
import { recordImageFiles } from '@innkeeper/domain/images/record-files';
import { readStart } from '@innkeeper/engine/host/read-start';
import { type ImageOnNode, imageProblem } from '@innkeeper/model/images/file-state';
import { HEADER_BYTES, minimumDiskGb } from '@innkeeper/model/images/virtual-size';
import type { NodeContext } from './job.ts';

/**
 * Removes what killed commands left behind, then compares existence and size of each file with its row. A further node removes the files
 * that it fetched for rows of the past.
 */
export async function checkImages(cx: NodeContext): Promise<void> {
  await cx.engine.imageFiles.removeStaleDrafts();
  if (cx.isFirstHost !== true) return cx.engine.imageFiles.removeUnnamed(await listImageFiles(cx.db));
  const seen = await cx.engine.imageFiles.lookAt(await listImageFiles(cx.db));
  await transact(cx, (mine) => recordImageFiles(mine, seen));
}

/**
 * Measures images that were not measured yet: the least disk of all, and size and digest of one. Later checks compare its file with them.
 * Takes minutes for a large image. Throws the error of an unreadable file, after the other images.
 */
export async function measureImage(cx: NodeContext): Promise<void> {
  if (cx.isFirstHost !== true) return;
  const errors: unknown[] = [];
  const rows = await listImageFiles(cx.db);
  const work = [
    ...rows.filter((row) => row.minimum_disk_gb === null).map((row) => () => measureDisk(cx, row)),
    ...rows.filter((row) => row.bytes === null || row.sha256 === null).map((row) => () => measure(cx, row)),
  ];
  for (const act of work) {
    try {
      if (await act()) return;
    } catch (error) {
      if (cx.stopping?.aborted === true) return;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Returns the file of an image, or `null` if it is missing or damaged. Facts about such a file must not become those of the image. */
async function soundFile({ engine: { imageFiles } }: NodeContext, row: ImageFileRow): Promise<ImageOnNode | null> {
  const found = await imageFiles.find(row.path);
  return imageProblem(row, found) === null ? found : null;
}

/** Records the least disk of an image, from the first bytes of its file. A file of another format has none. Returns `false`: it is quick. */
async function measureDisk(cx: NodeContext, row: ImageFileRow): Promise<false> {
  const found = await soundFile(cx, row);
  if (found === null) return false;
  const minimum_disk_gb = minimumDiskGb(row.format, { header: await readStart(found.path, HEADER_BYTES), bytes: found.bytes });
  if (minimum_disk_gb !== null) await updateImageMeasured(cx.db, row, { minimum_disk_gb });
  return false;
}

/** Returns whether the image was measured. */
async function measure(cx: NodeContext, row: ImageFileRow): Promise<boolean> {
  const { engine, db, stopping } = cx;
  const { imageFiles } = engine;
  if ((await soundFile(cx, row)) === null) return false;
  const measured = await imageFiles.measure(row.path, stopping);
  if (measured === null) return false;
  await updateImageMeasured(db, row, measured);
  return true;
}
