import { KNOWN_IMAGES } from '@innkeeper/apps/installation/known-images';
import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { ImageFileRow } from '@innkeeper/db/tables/image-files';
import { EngineError } from '@innkeeper/engine/error';
import { Failure } from '@innkeeper/model/failures';
import { imageProblem } from '@innkeeper/model/images/file-state';
import { chooseImageRepair, type ImageRepair, registerAgain } from '@innkeeper/model/images/source';
import { type ImageFile, listRepairable, recordPresent, registeredDigest, repairImage } from '@innkeeper/operations/images.staff';
import type { Installation } from '../operator/installation.ts';
import { buildOnNode } from './build.ts';
import { fetchImage } from './fetch.ts';

type Input = OperatorInput<'repairImage'>;
type Result = OperatorResult<'repairImage'>;
type Repaired = Result['data'][number];

/** Brings back the missing files of images, one after the other. A failure does not stop the others. */
export async function repairOnNode(installation: Installation, input: Input): Promise<Result> {
  await installation.requireChangesAllowed();
  const { imageFiles } = await installation.engine();
  const data: Repaired[] = [];
  for (const seen of await imageFiles.lookAt(await installation.commit((cx) => listRepairable(cx, input.key)))) {
    const { key } = seen.row;
    if (imageProblem(seen.row, seen.found) !== null) data.push(await repairOne(installation, seen.row, input));
    else if ((await installation.commit((cx) => recordPresent(cx, seen))) || input.key !== undefined)
      data.push({ key, outcome: 'present', why: null });
  }
  return { data };
}

async function repairOne(installation: Installation, row: ImageFileRow, { file }: Input): Promise<Repaired> {
  const { key } = row;
  const sha256 = row.sha256 ?? (await installation.commit((cx) => registeredDigest(cx, row)));
  const repair = chooseImageRepair(
    { ...row, sha256 },
    { recipes: Object.keys(KNOWN_IMAGES), ...(file !== undefined && { file }) },
  );
  if (repair.by === 'nothing') return { key, outcome: 'failed', why: repair.why };
  try {
    const image = await obtain(installation, key, repair);
    const { imageFiles } = await installation.engine();
    const [seen] = await imageFiles.lookAt([image]);
    const outcome = await installation.commit((cx) => repairImage(cx, row, { file: image, found: seen?.found ?? null }));
    return { key, outcome, why: null };
  } catch (error) {
    if (!(error instanceof Failure || error instanceof EngineError)) throw error;
    const advice = repair.by === 'url' ? ` ${registerAgain(key)}` : '';
    return { key, outcome: 'failed', why: `${error.message}${advice}` };
  }
}

async function obtain(
  installation: Installation,
  key: string,
  repair: Exclude<ImageRepair, { by: 'nothing' }>,
): Promise<ImageFile> {
  if (repair.by === 'recipe') return (await buildOnNode(installation, { key: repair.recipe, fresh: false })).file;
  const { sha256 } = repair;
  return fetchImage(
    installation.home,
    repair.by === 'url' ? { key, url: repair.url, sha256 } : { key, file: repair.file, sha256 },
  );
}
