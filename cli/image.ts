/** Defines the command `./innkeeper image`, with the texts that it prints. */
import { isKnownImage, KNOWN_IMAGES } from '@innkeeper/apps/installation/known-images';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import { images } from '@innkeeper/contract/operations/images.staff';
import type { OperatorInput, OperatorReply, OperatorResult } from '@innkeeper/contract/operator/all';
import type { ImageFileRow } from '@innkeeper/db/tables/image-files';
import { EngineError } from '@innkeeper/engine/error';
import { Failure, invalid } from '@innkeeper/model/failures';
import { imageProblem } from '@innkeeper/model/images/file-state';
import { chooseImageRepair, type ImageRepair, registerAgain } from '@innkeeper/model/images/source';
import {
  type BuiltImage,
  buildImage,
  disableImage,
  enableImage,
  type ImageFile,
  listImages,
  listRepairable,
  recordPresent,
  registeredDigest,
  registerImage,
  repairImage,
  setImage,
  type TriedFile,
} from '@innkeeper/operations/images.staff';
import type { Command } from 'commander';
import { addOnNode, formatAdded } from './image/add.ts';
import { fetchImage } from './image/fetch.ts';
import { formatPruned, pruneOnNode } from './image/prune.ts';
import { commitReplacing } from './image/replace.ts';
import { minimumDiskGb, tryImage } from './image/try.ts';
import { nounCommand } from './operator/command.ts';
import { type Installation, inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { type ColumnsOf, formatPage } from './output/page.ts';

const COLUMNS: ColumnsOf<'listImages'> = {
  ID: ({ id }) => id,
  KEY: ({ key }) => key,
  NAME: ({ name }) => name,
  GROUP: ({ group }) => group,
  RAM: ({ minimum_ram_gb }) => `${minimum_ram_gb} GB`,
  EOL: ({ eol }) => (eol ? 'end of life' : ''),
  STATE: saleOf,
  FILE: ({ path }) => path,
};

const STATES = { present: 'its file is there', repaired: 'its file is back', failed: 'its file is missing' };

type Image = OperatorReply<'setImage'>;

function saleOf({ disabled_at, missing_since }: Image): string {
  if (disabled_at) return 'off sale';
  return missing_since ? 'not sold, because its file is missing' : 'on sale';
}

const formatImageSale = (image: Image): string => `Image ${image.id} (${image.key}) is ${saleOf(image)}.`;

function formatRepairedImages({ data }: OperatorReply<'repairImage'>): string {
  if (data.length === 0) return 'No file of an image on sale is missing.';
  return data
    .map(({ key, outcome, why }) => [`Image ${key}: ${STATES[outcome]}.`, ...(why ? [`  ${why}`] : [])].join('\n'))
    .join('\n');
}

export const imageBindings: Bindings<typeof images> = {
  listImages: { run: inOneTransaction(listImages), format: (page) => formatPage(page, COLUMNS, 'There are no images.') },
  buildImage: {
    async run(installation, input) {
      await installation.requireChangesAllowed();
      const built = await buildOnNode(installation, input);
      return commitReplacing(installation, input.key, (cx) => buildImage(cx, input, built));
    },
    format: formatImageSale,
  },
  registerImage: {
    async run(installation, input) {
      await installation.requireChangesAllowed();
      return registerOnNode(installation, input);
    },
    format: formatImageSale,
  },
  addImage: { run: (installation, input) => addOnNode(installation, input), format: formatAdded },
  pruneImages: { run: pruneOnNode, format: formatPruned },
  repairImage: {
    run: repairOnNode,
    format: formatRepairedImages,
    isIncomplete: ({ data }) => data.some(({ outcome }) => outcome === 'failed'),
  },
  setImage: { run: inOneTransaction(setImage), format: ({ key }) => `Image ${key} was changed.` },
  disableImage: { run: inOneTransaction(disableImage), format: formatImageSale },
  enableImage: { run: inOneTransaction(enableImage), format: formatImageSale },
};

export function imageCommand(): Command {
  return nounCommand('image', 'manage images for new servers', images, imageBindings);
}

/**
 * Builds an image on this node unless it exists. `fresh`: builds an existing image too, since Debian may have newer packages. Progress goes
 * to stderr, so that stdout holds only the reply.
 */
async function buildOnNode(installation: Installation, { key, fresh }: { key: string; fresh: boolean }): Promise<BuiltImage> {
  if (!isKnownImage(key)) {
    throw invalid('key', `There is no recipe for ${key}. Available: ${Object.keys(KNOWN_IMAGES).join(', ')}.`);
  }
  const known = KNOWN_IMAGES[key];
  const engine = await installation.engine();
  const report = terminalReport(process.stderr);
  const { path, format } = await step(report, known.name, (tell) => engine.images.provide(key, tell, { rebuild: fresh }));
  return { known, file: { path: engine.imageFiles.storedPath(path), format, source: { recipe: key }, measured: null } };
}

type Input = OperatorInput<'repairImage'>;
type Result = OperatorResult<'repairImage'>;
type Repaired = Result['data'][number];

/** Fetches an image, boots it once, and puts it on sale. */
export async function registerOnNode(
  installation: Installation,
  input: OperatorInput<'registerImage'>,
): Promise<OperatorResult<'registerImage'>> {
  const { trials } = await installation.engine();
  const report = terminalReport(process.stderr);
  let tried: Pick<TriedFile, 'reports' | 'minimum_disk_gb'> = { reports: 'none' };
  const file = await fetchImage(installation.home, input, async (draft) => {
    const { key, untested, minimum_ram } = input;
    const reports = await tryImage(trials, { ...draft, key, untested, memoryMb: minimum_ram * 1024 }, report);
    tried = { reports, minimum_disk_gb: await minimumDiskGb(draft) };
  });
  return commitReplacing(installation, input.key, (cx) => registerImage(cx, input, { ...file, ...tried }));
}

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
    const advice = repair.by === 'url' ? ` ${registerAgain(key, row.source)}` : '';
    return { key, outcome: 'failed', why: `${error.message}${advice}` };
  }
}

async function obtain(
  installation: Installation,
  key: string,
  repair: Exclude<ImageRepair, { by: 'nothing' }>,
): Promise<ImageFile> {
  if (repair.by === 'recipe') return (await buildOnNode(installation, { key: repair.recipe, fresh: false })).file;
  const { by, ...required } = repair;
  return fetchImage(installation.home, { key, ...required });
}
