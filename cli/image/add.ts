/** Adds cloud images of vendors: download, proof, trial boot and sale. */
import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { projectRoot } from '@innkeeper/apps/installation/home';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import type { OperatorInput, OperatorReply, OperatorResult } from '@innkeeper/contract/operator/all';
import { DownloadError } from '@innkeeper/engine/downloads/port';
import { sha256OfFile } from '@innkeeper/engine/host/sha256';
import { VENDOR_IMAGES, type VendorImage } from '@innkeeper/engine/images/known-images';
import { downloadVendorImage, type VendorFile } from '@innkeeper/engine/images/vendor-download';
import { currentOf } from '@innkeeper/model/configuration/live';
import { invalid } from '@innkeeper/model/failures';
import { bootsHere, type HostCpu, missingFeatures } from '@innkeeper/model/images/cpu-levels';
import type { ImageSource } from '@innkeeper/model/images/source';
import { addImage, findVendorBuild, listTriedImages, minimumRamGb, type VendorBuild } from '@innkeeper/operations/images.staff';
import type { Installation } from '../operator/installation.ts';
import { table } from '../output/table.ts';
import { explainDownload, placeImage, registeredDirectory } from './fetch.ts';
import { commitReplacing } from './replace.ts';
import { minimumDiskGb, tryImage } from './try.ts';

type Input = OperatorInput<'addImage'>;
type Result = OperatorResult<'addImage'>;

const NOTHING_ADDED = { image: null, minimum_disk_gb: null, signed_by: null, unchanged: false };

/** Percent between two lines of progress. */
const PROGRESS_STEP = 10;

/** Images that can be added, and their public keys by the names of their files. */
export interface Vendors {
  images: readonly VendorImage[];
  readKeys(file: string): Promise<string>;
}

const VENDORS: Vendors = {
  images: VENDOR_IMAGES,
  readKeys: (file) => readFile(join(projectRoot, 'engine', 'images', 'keys', file), 'utf8'),
};

/** Adds the image, or lists the known images without a key. */
export async function addOnNode(installation: Installation, input: Input, vendors: Vendors = VENDORS): Promise<Result> {
  await installation.requireChangesAllowed();
  const { trials } = await installation.engine();
  const cpu = (await trials?.cpu()) ?? null;
  if (input.key === undefined) return { ...NOTHING_ADDED, data: await list(installation, vendors.images, cpu) };
  const image = vendors.images.find(({ key }) => key === input.key);
  if (image === undefined) throw invalid('key', `${input.key} is not a known image. ./innkeeper image add lists them.`);
  const missing = missingFeatures(image.cpuLevel, cpu);
  if (missing.length > 0) throw invalid('key', `${image.name} does not boot here: this host's CPU lacks ${missing.join(', ')}.`);
  return add(installation, { ...vendors, image }, input);
}

type Wanted = Pick<Vendors, 'readKeys'> & { image: VendorImage };

async function add(installation: Installation, wanted: Wanted, input: Input): Promise<Result> {
  const { image } = wanted;
  const { untested } = input;
  const report = terminalReport(process.stderr);
  const build = await installation.commit((cx) => findVendorBuild(cx, image.key));
  const file = await step(
    report,
    `Download of ${image.key}`,
    (tell) => download(installation, wanted, input, { build, tell }),
    describeProof,
  );
  const { signedBy: signed_by } = file;
  // A build that was sold without a trial is tried now.
  if (build !== null && file.isCurrent && (untested || build.reports !== 'none'))
    return { image: build.image, minimum_disk_gb: build.minimum_disk_gb, signed_by, unchanged: true, data: [] };
  const draft = { path: file.path, format: 'qcow2' } as const;
  const minimum_disk_gb = await removedIfRefused(file, () => minimumDiskGb(draft));
  const { trials } = await installation.engine();
  const reports = await tryImage(trials, { ...draft, key: image.key, memoryMb: image.memoryMb, untested }, report);
  const sha256 = await sha256OfFile(file.path);
  const placed = await placeImage(installation.home, image.key, { ...draft, sha256 });
  const added = await commitReplacing(installation, image.key, (cx) =>
    addImage(cx, image, { ...placed, source: sourceOf(file, { sha256, mirror: input.mirror }), reports, minimum_disk_gb }),
  );
  return { image: added, minimum_disk_gb, signed_by, unchanged: false, data: [] };
}

const sourceOf = (
  { url, signedBy, signedAt }: VendorFile,
  { sha256, mirror }: { sha256: string; mirror: string | undefined },
): ImageSource => ({
  ...{ url, sha256, signed_by: signedBy ?? 'not signed' },
  ...(signedAt && { signed_at: signedAt.toISOString() }),
  ...(mirror !== undefined && { mirror }),
  at: new Date().toISOString(),
});

async function download(
  { home }: Installation,
  { image, readKeys }: Wanted,
  { mirror, older }: Input,
  { build, tell }: { build: VendorBuild | null; tell: (text: string) => void },
): Promise<VendorFile> {
  const { settings } = await loadForCommand(home);
  let told = 0;
  const onPercent = (percent: number): void => {
    if (percent < told + PROGRESS_STEP) return;
    told = Math.floor(percent / PROGRESS_STEP) * PROGRESS_STEP;
    tell(`${told} %`);
  };
  const directory = registeredDirectory(home);
  const order = {
    image,
    mirror,
    allowed: currentOf(settings.mirrors),
    directory,
    current: build && { path: join(directory, basename(build.path)), signedAt: build.signedAt },
    acceptsOlder: older,
    readKeys,
    onPercent,
  };
  return downloadVendorImage(order).catch((error: unknown) => {
    if (!(error instanceof DownloadError)) throw error;
    const advice = error.retryable ? 'Run the command again to continue.' : 'Name another mirror with --mirror.';
    throw explainDownload(error, 'key', { directory, advice: `${advice} ${image.name} was not added.` });
  });
}

/** Removes a downloaded file if it cannot be used. */
async function removedIfRefused<T>({ path, isCurrent }: VendorFile, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!isCurrent) await rm(path, { force: true });
    throw error;
  }
}

const describeProof = ({ signedBy, isCurrent }: VendorFile): string =>
  `${isCurrent ? 'not needed, ' : ''}${signedBy === null ? 'not signed' : `signed by ${signedBy}`}`;

async function list(installation: Installation, known: readonly VendorImage[], cpu: HostCpu | null): Promise<Result['data']> {
  const tried = await installation.commit(listTriedImages);
  return known.map((image) => ({
    key: image.key,
    name: image.name,
    family: image.family.name,
    minimum_ram_gb: minimumRamGb(image),
    supported_until: image.supportedUntil,
    signed: image.signature !== null,
    boots_here: bootsHere(image.cpuLevel, cpu, tried.has(image.key)),
  }));
}

const REPORTS = {
  agent: 'Its guests report a boot by their agent.',
  line: 'Its guests report a boot by the ready line.',
  none: 'It, or a build that servers still have, was not tried: its servers count as booted once they run.',
};

/** Formats the reply for a person. */
export function formatAdded({ image, minimum_disk_gb, signed_by, unchanged, data }: OperatorReply<'addImage'>): string {
  if (image === null) return formatKnown(data);
  const state = image.disabled_at === null ? 'on sale' : 'off sale';
  if (unchanged) return `Image ${image.id} (${image.key}) is ${state} with this build already. Nothing was downloaded.`;
  const proof = signed_by === null ? 'Its vendor signs no digests: not signed.' : `Its digest is signed by ${signed_by}.`;
  return [
    `Image ${image.id} (${image.key}) is ${state}. It needs ${image.minimum_ram_gb} GB of memory and ${minimum_disk_gb} GB of disk.`,
    proof,
    REPORTS[image.reports],
  ].join('\n');
}

function formatKnown(data: OperatorReply<'addImage'>['data']): string {
  const rows = data.map((one) => [
    one.key,
    one.name,
    `${one.minimum_ram_gb} GB`,
    one.supported_until,
    one.signed ? 'yes' : 'no',
    one.boots_here,
  ]);
  return table(['KEY', 'NAME', 'RAM', 'SUPPORTED UNTIL', 'SIGNED', 'BOOTS HERE'], rows);
}
