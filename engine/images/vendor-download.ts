/**
 * Downloads the image of a vendor: first the list of digests and its signature, then the file. Nothing that the list does not prove is
 * kept. Addresses and redirects obey the policy of downloads.
 */
import { mkdir, rm } from 'node:fs/promises';
import { type Digest, findDigest } from '@innkeeper/model/images/digests';
import { type Endpoint, formatEndpoint, parseEndpoint } from '@innkeeper/model/outgoing-http/endpoints';
import { DOWNLOAD_RULES, SECURE_DOWNLOAD_RULES } from '@innkeeper/model/outgoing-http/rules';
import { hostOf, portOf } from '@innkeeper/model/outgoing-http/target';
import { hours, minutes } from '@innkeeper/model/time/clock';
import { isNodeError } from '../atomic.ts';
import { createDownloadPolicy } from '../downloads/policy.ts';
import { DownloadError } from '../downloads/port.ts';
import { toDownloadError } from '../downloads/receive.ts';
import { requestFile } from '../downloads/request-file.ts';
import { resumeFile } from '../downloads/resume-file.ts';
import { EngineError } from '../error.ts';
import { digestOfFile } from '../host/sha256.ts';
import { readBody } from '../outgoing-http/body.ts';
import { OutgoingHttpError } from '../outgoing-http/error.ts';
import type { OutgoingPolicy } from '../outgoing-http/policy.ts';
import { removeStaleDrafts } from './drafts.ts';
import type { VendorImage } from './known-images.ts';
import { claimPart, sizeOfPart } from './parts.ts';
import { SignatureError, verifySignature } from './signature.ts';

export interface VendorOrder {
  image: Pick<VendorImage, 'base' | 'folder' | 'file' | 'digests' | 'signature'>;
  /** Root of the operator's mirror instead of the vendor's. Its own address may be private. */
  mirror?: string | undefined;
  /** Private addresses that downloads may reach. */
  allowed: readonly Endpoint[];
  /** Returns the armored public keys of a file in `keys/`. */
  readKeys(file: string): Promise<string>;
  /** Directory of the part. */
  directory: string;
  /** Build that is sold now, or `null`. */
  current?: CurrentBuild | null;
  /** True to accept a build that was signed before the current one. */
  acceptsOlder?: boolean;
  onPercent?: (percent: number) => void;
  /** Maximum size of the file in bytes. Default: 50 GB. */
  maxBytes?: number;
  /** Time before a broken connection is reopened, for tests. */
  pauseMs?: number;
  /** Returns the free space in bytes of a directory, for tests. */
  freeBytes?: (directory: string) => Promise<number>;
}

export interface CurrentBuild {
  /** Path of its file, which may be missing. */
  path: string;
  /** Time of the signature, or `null` if there is none. */
  signedAt: Date | null;
}

/** Signature of a list of digests. Both are `null` if the vendor signs nothing. */
interface Proof {
  /** Fingerprint of the key. */
  signedBy: string | null;
  signedAt: Date | null;
}

export interface VendorFile extends Proof {
  /** Path of the complete and proven file (`claimPart`), or of the current build. */
  path: string;
  url: string;
  /** True if the file is the current build, so that nothing was downloaded. */
  isCurrent: boolean;
}

interface Listing extends Proof {
  digest: Digest;
  names: string[];
}

/** A list of digests has a few KB. */
const MAX_LIST_BYTES = 1 << 20;
const LIST_MS = minutes(2);
const MAX_BYTES = 50 * 1024 ** 3;
const LIMIT_MS = hours(12);

/** Downloads the file, and continues a broken download. Throws `DownloadError`, or `EngineError('image')` if anything does not match. */
export async function downloadVendorImage(order: VendorOrder): Promise<VendorFile> {
  const source = sourceOf(order);
  await mkdir(order.directory, { recursive: true });
  await removeStaleDrafts(order.directory);
  const first = await readListing(order, source);
  try {
    return await downloadListed(order, source, first);
  } catch (error) {
    if (!isOther(error)) throw error;
    // The vendor may have published another build in between.
    const second = await readListing(order, source);
    if (second.digest.hex === first.digest.hex) throw error;
    return downloadListed(order, source, second);
  }
}

interface Source {
  /** Folder of the files, with a slash at its end. */
  folder: string;
  policy: OutgoingPolicy;
}

function sourceOf({ image, mirror, allowed }: VendorOrder): Source {
  const root = mirror === undefined ? image.base : mirror.replace(/\/*$/, '/');
  const rules = image.signature === null ? SECURE_DOWNLOAD_RULES : DOWNLOAD_RULES;
  const own = mirror === undefined ? [] : endpointsOf(mirror);
  return { folder: `${root}${image.folder}`, policy: createDownloadPolicy([...allowed, ...own], undefined, rules) };
}

/**
 * Returns the private endpoint that a mirror's URL allows, in a list, or none. Only the operator names a mirror. A name could lead elsewhere
 * tomorrow, so only an address counts.
 */
export function endpointsOf(mirror: string): Endpoint[] {
  const url = new URL(mirror);
  const endpoint = parseEndpoint(formatEndpoint({ address: hostOf(url), port: portOf(url) }));
  return endpoint === undefined ? [] : [endpoint];
}

/** Reads the digest of the file, as the vendor has signed it. */
async function readListing(order: VendorOrder, source: Source): Promise<Listing> {
  const { digests, signature, file } = order.image;
  const list = await readSmall(source, digests.file);
  const unsigned = { text: list.toString('utf8'), signedBy: null, signedAt: null };
  const { text, ...proof } = signature === null ? unsigned : await verified(list);
  const found = findDigest(text, { ...digests, name: file });
  if ('why' in found) throw refusal(`${digests.file} ${found.why}`);
  return { ...found, ...proof };

  async function verified(content: Buffer) {
    const { keys, ...kind } = signature as NonNullable<typeof signature>;
    const detached = kind.kind === 'detached' ? await readSmall(source, kind.file) : null;
    const input = { directory: order.directory, keys: await order.readKeys(keys), content, signature: detached };
    return verifySignature(input).catch((error: unknown) => {
      if (!(error instanceof SignatureError)) throw error;
      throw refusal(`the signature of ${digests.file} ${error.why}`);
    });
  }
}

async function downloadListed(order: VendorOrder, source: Source, listing: Listing): Promise<VendorFile> {
  const { digest, names, signedBy, signedAt } = listing;
  const file = { signedBy, signedAt, isCurrent: false };
  if (await isCurrent(order, digest))
    return { ...file, path: order.current?.path ?? '', url: source.folder + names[0], isCurrent: true };
  refuseOlder(order, listing);
  const path = await claimPart(order.directory, digest.hex);
  const matches = async () => (await digestOfFile(path, digest.algorithm)) === digest.hex;
  try {
    // A part may be complete if only the trial boot has failed.
    if ((await sizeOfPart(path)) > 0 && (await matches())) return { ...file, path, url: source.folder + names[0] };
    const urls = names.map((name) => source.folder + name);
    const url = await fetchFirst(urls, (one) => fetchInto(path, one, order, source));
    if (await matches()) return { ...file, path, url };
    throw refusal(`the ${digest.algorithm} of ${url} is not the one in ${order.image.digests.file}`);
  } catch (error) {
    if (isOther(error) || (await sizeOfPart(path)) === 0) await rm(path, { force: true });
    throw error;
  }
}

/** Returns whether the digest is that of the current build. Its file is read, so a damaged one is downloaded again. */
async function isCurrent({ current }: VendorOrder, { algorithm, hex }: Digest): Promise<boolean> {
  if (!current) return false;
  const found = await digestOfFile(current.path, algorithm).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT')) return null;
    throw error;
  });
  return found === hex;
}

/** Throws for a list that was signed before that of the current build. A mirror may be old, or show old builds on purpose. */
function refuseOlder({ image, current, acceptsOlder = false }: VendorOrder, { names, signedAt }: Listing): void {
  if (acceptsOlder || !current?.signedAt || signedAt === null || signedAt >= current.signedAt) return;
  const [theirs, ours] = [signedAt, current.signedAt].map((time) => time.toISOString().slice(0, 16).replace('T', ' '));
  throw refusal(
    `${image.digests.file} with ${names[0]} was signed at ${theirs} UTC, but the list of the build on sale at ${ours} UTC. Add --older to sell the older build`,
  );
}

async function fetchInto(path: string, url: string, order: VendorOrder, { policy }: Source): Promise<void> {
  try {
    await resumeFile({ url, path, policy, limitMs: LIMIT_MS, maxBytes: MAX_BYTES, ...order });
  } catch (error) {
    throw error instanceof DownloadError ? named(url, error) : error;
  }
}

const named = (url: string, error: DownloadError): DownloadError => new DownloadError(`${url}: ${error.sentence}`, error);

/** Fetches the first URL that exists, and returns it. Dated files vanish earlier than the list that names them. */
async function fetchFirst(urls: readonly string[], fetch: (url: string) => Promise<void>): Promise<string> {
  for (const [at, url] of urls.entries()) {
    try {
      await fetch(url);
      return url;
    } catch (error) {
      if (!isGone(error) || at === urls.length - 1) throw error;
    }
  }
  throw refusal('the list of digests names no file');
}

async function readSmall({ folder, policy }: Source, file: string): Promise<Buffer> {
  const url = folder + file;
  try {
    const reply = await requestFile(url, AbortSignal.timeout(LIST_MS), policy);
    try {
      return await readBody(reply, MAX_LIST_BYTES);
    } finally {
      reply.close();
    }
  } catch (error) {
    if (error instanceof OutgoingHttpError) throw refusal(`${url} has more than ${MAX_LIST_BYTES >> 20} MiB`);
    throw named(url, error instanceof DownloadError ? error : toDownloadError(error, { maxBytes: MAX_LIST_BYTES }));
  }
}

class OtherFile extends EngineError {}

/** Returns the error of an image that is not what its vendor has published. Nothing of it is kept. */
const refusal = (why: string): EngineError => new OtherFile('image', `The image was refused: ${why}.`, { retryable: false });

const isGone = (error: unknown): boolean => error instanceof DownloadError && (error.status === 404 || error.status === 410);

/** Returns whether the vendor serves another file than the list says, or none. */
const isOther = (error: unknown): boolean => error instanceof OtherFile || isGone(error);
