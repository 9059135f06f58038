/**
 * Fetches Debian packages with apt and keeps them. A fetched package is not fetched again, even if a build failed half way. It is kept
 * beside the images, named by its checksum, and verified before use.
 */
import { link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../atomic.ts';
import { EngineError } from '../error.ts';
import { contained } from '../host/contained.ts';
import { attempt, type RunResult } from '../host/run.ts';
import { sha256OfFile } from '../host/sha256.ts';
import { explainApt } from './apt-errors.ts';

export interface PackageSource {
  /** Arguments of apt-get that select private lists. */
  apt: readonly string[];
  /** Directory of this build in which apt stores packages. */
  archives: string;
  /** Directory of kept packages, named by their checksum. */
  cacheDirectory: string;
  /** Timeout in milliseconds of one apt call, 15 minutes by default. */
  limitMs?: number;
}

interface RequiredPackage {
  host: string;
  file: string;
  sha256: string;
}

const LIMIT_MS = 15 * 60_000;
/** Seconds without data after which a connection is closed. apt then retries 3 times. */
const STALL_S = 30;
const BOUNDS = [`Acquire::http::Timeout=${STALL_S}`, `Acquire::https::Timeout=${STALL_S}`].flatMap((option) => ['-o', option]);
/** Option to print SHA-256 sums. For compatibility apt prints MD5 sums by default. */
const SHA256 = ['-o', 'Acquire::ForceHash=SHA256'];

/** Fetches the package lists. Throws if any list is missing. apt alone would continue with the lists it has. */
export async function updateLists({ apt, limitMs = LIMIT_MS }: PackageSource): Promise<void> {
  const args = [...apt, ...BOUNDS, '-o', 'APT::Update::Error-Mode=any', '-qq', 'update'];
  const result = await attempt(...contained('apt-get', args), { timeoutMs: limitMs }).catch((error: unknown) => {
    throw isTimeout(error) ? tooSlow("not all of Debian's package lists came", 'A mirror', limitMs) : error;
  });
  if (result.code !== 0) throw unavailable(result);
}

/**
 * Runs an apt-get command that downloads packages (`install --download-only` or `download`) into `archives`. Kept packages are not fetched
 * again. Returns the file names. A failure names package and host, and keeps the packages fetched so far.
 */
export async function fetchPackages(source: PackageSource, command: readonly string[]): Promise<string[]> {
  const { apt, archives, cacheDirectory, limitMs = LIMIT_MS } = source;
  const listed = await attempt(...contained('apt-get', [...apt, ...SHA256, '-qq', '--print-uris', ...command]), {
    cwd: archives,
  });
  if (listed.code !== 0) throw unavailable(listed);
  const required = parseUris(listed.stdout);
  await mkdir(cacheDirectory, { recursive: true });
  for (const one of required) await copyVerified(join(cacheDirectory, `${one.sha256}.deb`), join(archives, one.file), one.sha256);
  const before = await missingIn(archives, required);
  if (before.length === 0) return required.map(({ file }) => file);
  try {
    const result = await attempt(...contained('apt-get', [...apt, ...BOUNDS, '-qq', ...command]), {
      cwd: archives,
      timeoutMs: limitMs,
    });
    if (result.code !== 0) throw unavailable(result);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const missing = await missingIn(archives, required);
    const what = `${before.length - missing.length} of ${before.length} packages came, not ${packageOf(missing[0])}`;
    throw tooSlow(what, missing[0]?.host ?? 'the mirror', limitMs);
  } finally {
    for (const one of required)
      await copyVerified(join(archives, one.file), join(cacheDirectory, `${one.sha256}.deb`), one.sha256);
  }
  return required.map(({ file }) => file);
}

/** Deletes kept packages that the last build did not use, so that they do not accumulate. */
export async function deleteUnused({ cacheDirectory, archives }: PackageSource): Promise<void> {
  const used = new Set<string>();
  for (const file of (await readdir(archives)).filter((name) => name.endsWith('.deb')))
    used.add(`${await sha256OfFile(join(archives, file))}.deb`);
  for (const file of await readdir(cacheDirectory)) if (!used.has(file)) await rm(join(cacheDirectory, file), { force: true });
}

/** Parses lines such as `'http://host/pool/a_1_all.deb' a_1_all.deb 1234 SHA256:0f...`. */
export function parseUris(text: string): RequiredPackage[] {
  return [...text.matchAll(/^'([^']+)' (\S+\.deb) \d+ SHA256:([0-9a-f]{64})$/gm)].map(
    ([, address = '', file = '', sha256 = '']) => ({
      host: URL.canParse(address) ? new URL(address).host : address,
      file,
      sha256,
    }),
  );
}

/** Links a file if it has this checksum and the new name is free. Deletes a damaged file. */
async function copyVerified(from: string, to: string, sha256: string): Promise<void> {
  const actual = await sha256OfFile(from).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT')) return null;
    throw error;
  });
  if (actual === null) return;
  if (actual !== sha256) return rm(from, { force: true });
  await link(from, to).catch((error: unknown) => {
    if (!isNodeError(error, 'EEXIST')) throw error;
  });
}

async function missingIn(archives: string, required: readonly RequiredPackage[]): Promise<RequiredPackage[]> {
  const there = new Set(await readdir(archives));
  return required.filter(({ file }) => !there.has(file));
}

const packageOf = (one: RequiredPackage | undefined): string => one?.file.split('_')[0] ?? 'all';

const isTimeout = (error: unknown): boolean => error instanceof EngineError && error.kind === 'timeout';

const RETRY_HINT = 'Fetched packages are kept: build the image again to continue.';

function unavailable({ code, stdout, stderr }: RunResult): EngineError {
  return new EngineError('image', `${explainApt(stderr + stdout)} (exit ${code}). ${RETRY_HINT}`, {
    code: 'packages_unavailable',
  });
}

function tooSlow(what: string, host: string, limitMs: number): EngineError {
  return new EngineError('image', `${host} is too slow: within ${limitMs / 1000} s ${what}. ${RETRY_HINT}`, {
    code: 'mirror_too_slow',
  });
}
