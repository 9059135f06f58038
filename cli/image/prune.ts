/** Deletes files of registered images that no image names any more. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { OperatorInput, OperatorReply, OperatorResult } from '@innkeeper/contract/operator/all';
import { isNodeError } from '@innkeeper/engine/atomic';
import { isHeldPart } from '@innkeeper/engine/images/parts';
import { days } from '@innkeeper/model/time/clock';
import { pruneImages } from '@innkeeper/operations/images.staff';
import type { Installation } from '../operator/installation.ts';
import { formatSize } from '../output/size.ts';
import { table } from '../output/table.ts';
import { registeredDirectory } from './fetch.ts';

type Result = OperatorResult<'pruneImages'>;

/** A backup that is restored within this time names files that no image names now. */
const KEPT_MS = days(30);
/** Images as `placeImage` names them, and parts of downloads. */
const OURS = /^[a-z0-9][a-z0-9.-]*-[0-9a-f]{12}\.(?:qcow2|raw)$|^\.part-/;

/** Lists old files that no image names, and deletes them with `yes`. Keeps files of running downloads. */
export async function pruneOnNode(installation: Installation, { yes }: OperatorInput<'pruneImages'>): Promise<Result> {
  await installation.requireChangesAllowed();
  const directory = registeredDirectory(installation.home);
  const old = await oldFilesIn(directory);
  const names = old.map(({ file }) => file);
  const unnamed = await installation.commit((cx) => pruneImages(cx, names, { deletes: yes }));
  const data = [];
  for (const one of old.filter(({ file }) => unnamed.includes(file)))
    data.push({ ...one, deleted: yes && (await remove(directory, one)) });
  return { data };
}

interface OldFile {
  file: string;
  bytes: number;
  since: Date;
}

async function oldFilesIn(directory: string): Promise<OldFile[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT')) return [];
    throw error;
  });
  const found: OldFile[] = [];
  for (const file of names.filter((name) => OURS.test(name)).toSorted()) {
    const about = await stat(join(directory, file));
    const isOld = about.isFile() && Date.now() - about.mtimeMs > KEPT_MS;
    if (isOld && !(await isHeldPart(join(directory, file)))) found.push({ file, bytes: about.size, since: about.mtime });
  }
  return found;
}

/** Deletes a file, unless another command has put the same image in its place meanwhile. */
async function remove(directory: string, { file, since }: OldFile): Promise<boolean> {
  const path = join(directory, file);
  // `mtimeMs` has fractions of a millisecond, which a Date lacks.
  if ((await stat(path)).mtime.getTime() !== since.getTime()) return false;
  await rm(path);
  return true;
}

/** Formats the reply for a person. */
export function formatPruned({ data }: OperatorReply<'pruneImages'>): string {
  if (data.length === 0) return 'No file is without an image for 30 days.';
  const rows = data.map(({ file, bytes, since, deleted }) => [
    file,
    formatSize(bytes),
    since.slice(0, 10),
    deleted ? 'deleted' : 'kept',
  ]);
  const lines = table(['FILE', 'SIZE', 'SINCE', 'STATE'], rows);
  return data.some(({ deleted }) => deleted) ? lines : `${lines}\nDelete them with --yes.`;
}
