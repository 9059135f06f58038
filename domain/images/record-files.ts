/** Records whether the files of images are there, so that no image without its file is sold, and keeps the alerts about them. */

import { alertKeyOf, alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type ImageFileRow, listImageFiles, updateImagePlace } from '@innkeeper/db/tables/image-files';
import { type ImageOnNode, imageProblem } from '@innkeeper/model/images/file-state';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';

/** An image, and its file on the first host. */
export interface SeenImage {
  row: ImageFileRow;
  /** File of the image, or `null` if it is missing. */
  found: ImageOnNode | null;
}

export interface ImageWithoutFile {
  id: number;
  key: string;
  /** End of a sentence about the image. */
  problem: string;
}

const KIND = 'image_missing';

/**
 * Records what was seen. An image whose file was found below the own engine directory gets that path. Returns the images on sale that
 * cannot be used. Each has an open alert afterwards, and no other image has one.
 */
export async function recordImageFiles(cx: MutatingCx, seen: readonly SeenImage[]): Promise<ImageWithoutFile[]> {
  const problems = new Map<number, string>();
  for (const { row, found } of seen) {
    const problem = imageProblem(row, found);
    await recordPlace(cx, row, problem === null ? (found?.stored ?? row.path) : null);
    if (problem !== null) problems.set(row.id, problem);
  }
  // A row that got another file in the meantime is judged by the next check.
  const lost = (await listImageFiles(cx.db)).flatMap(({ id, key, disabled_at, missing_since }) => {
    const problem = problems.get(id);
    return problem === undefined || disabled_at !== null || missing_since === null ? [] : [{ id, key, problem }];
  });
  await updateAlerts(cx, seen, lost);
  return lost;
}

/** Writes the place of a file, or with `null` that the image has no usable file. */
async function recordPlace(cx: MutatingCx, row: ImageFileRow, stored: string | null): Promise<void> {
  const now = cx.clock.now();
  const place = stored === null ? { path: row.path, missing_since: now } : { path: stored, missing_since: null };
  if (!(await updateImagePlace(cx.db, row, place))) return;
  const action = stored === null ? 'image.file-missing' : 'image.file-found';
  await audit(cx, action, { kind: 'image', id: row.id, accountId: null }, { key: row.key, path: place.path });
}

async function updateAlerts(
  { db, clock }: MutatingCx,
  seen: readonly SeenImage[],
  lost: readonly ImageWithoutFile[],
): Promise<void> {
  const keyOf = (id: number) => alertKeyOf({ kind: 'image', id });
  for (const { id, key, problem } of lost) {
    const message = `Image ${key} ${problem}, so it is not sold. Bring it back: ./innkeeper image repair ${key}`;
    await alertOnce(db, { kind: KIND, key: keyOf(id), resource: { kind: 'image', id }, message });
  }
  const wanted = new Set(lost.map(({ id }) => keyOf(id)));
  const looked = new Set(seen.map(({ row }) => keyOf(row.id)));
  for (const { key } of await openAlertsOf(db, KIND))
    if (looked.has(key) && !wanted.has(key)) await resolveAlerts(db, { kind: KIND, key }, clock.now());
}
