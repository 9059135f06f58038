/**
 * Fetches Debian packages by apt and keeps them. A package that was fetched once is not fetched again, also where a build failed in the middle:
 * it lies beside the images, named by its checksum, and is verified before it is used.
 */
import { link, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../atomic.ts';
import { EngineError } from '../compute/port.ts';
import { contained } from '../host/contained.ts';
import { attempt, type RunResult } from '../host/run.ts';
import { sha256OfFile } from '../host/sha256.ts';
import { explainApt } from './apt-words.ts';

export interface PackageSource {
  /** Arguments of apt-get, by which it uses lists of its own. */
  apt: readonly string[];
  /** Where apt puts packages: a directory of this build. */
  archives: string;
  /** Where they are kept, by their checksum. */
  kept: string;
  /** Most time in milliseconds for one call of apt. Default: 15 minutes. */
  limitMs?: number;
}

interface Wanted {
  host: string;
  file: string;
  sha256: string;
}

const LIMIT_MS = 15 * 60_000;
/** A connection on which nothing comes for so long is given up, in seconds. apt then tries again, 3 times. */
const STALL_S = 30;
const BOUNDS = [`Acquire::http::Timeout=${STALL_S}`, `Acquire::https::Timeout=${STALL_S}`].flatMap((option) => ['-o', option]);
/** For compatibility apt prints MD5 sums unless it is told not to. */
const SHA256 = ['-o', 'Acquire::ForceHash=SHA256'];

/** Fetches the lists of packages. Any list that is missing is a failure: apt alone would go on with what it has. */
export async function updateLists({ apt, limitMs = LIMIT_MS }: PackageSource): Promise<void> {
  const args = [...apt, ...BOUNDS, '-o', 'APT::Update::Error-Mode=any', '-qq', 'update'];
  const result = await attempt(...contained('apt-get', args), { timeoutMs: limitMs }).catch((error: unknown) => {
    throw isTimeout(error) ? tooSlow("not all of Debian's package lists came", 'A mirror', limitMs) : error;
  });
  if (result.code !== 0) throw unavailable(result);
}

/**
 * Runs an apt-get command that downloads packages (`install --download-only` or `download`), and puts them into `archives`. Packages that are kept
 * are not fetched. Returns the names of the files. A failure names package and host, and keeps what came until then.
 */
export async function fetchPackages(source: PackageSource, command: readonly string[]): Promise<string[]> {
  const { apt, archives, kept, limitMs = LIMIT_MS } = source;
  const listed = await attempt(...contained('apt-get', [...apt, ...SHA256, '-qq', '--print-uris', ...command]), {
    cwd: archives,
  });
  if (listed.code !== 0) throw unavailable(listed);
  const wanted = parseUris(listed.stdout);
  await mkdir(kept, { recursive: true });
  for (const one of wanted) await copyVerified(join(kept, `${one.sha256}.deb`), join(archives, one.file), one.sha256);
  const before = await missingIn(archives, wanted);
  if (before.length === 0) return wanted.map(({ file }) => file);
  try {
    const result = await attempt(...contained('apt-get', [...apt, ...BOUNDS, '-qq', ...command]), {
      cwd: archives,
      timeoutMs: limitMs,
    });
    if (result.code !== 0) throw unavailable(result);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const missing = await missingIn(archives, wanted);
    const what = `${before.length - missing.length} of ${before.length} packages came, not ${packageOf(missing[0])}`;
    throw tooSlow(what, missing[0]?.host ?? 'the mirror', limitMs);
  } finally {
    for (const one of wanted) await copyVerified(join(archives, one.file), join(kept, `${one.sha256}.deb`), one.sha256);
  }
  return wanted.map(({ file }) => file);
}

/** Deletes kept packages that the last build did not use, so that they do not grow with each. */
export async function deleteUnused({ kept, archives }: PackageSource): Promise<void> {
  const used = new Set<string>();
  for (const file of (await readdir(archives)).filter((name) => name.endsWith('.deb')))
    used.add(`${await sha256OfFile(join(archives, file))}.deb`);
  for (const file of await readdir(kept)) if (!used.has(file)) await rm(join(kept, file), { force: true });
}

/** Parses lines such as `'http://host/pool/a_1_all.deb' a_1_all.deb 1234 SHA256:0f...`. */
export function parseUris(text: string): Wanted[] {
  return [...text.matchAll(/^'([^']+)' (\S+\.deb) \d+ SHA256:([0-9a-f]{64})$/gm)].map(
    ([, address = '', file = '', sha256 = '']) => ({
      host: URL.canParse(address) ? new URL(address).host : address,
      file,
      sha256,
    }),
  );
}

/** A second name for the same file, if it has this checksum and the name is free. A file that is damaged is deleted. */
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

async function missingIn(archives: string, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const there = new Set(await readdir(archives));
  return wanted.filter(({ file }) => !there.has(file));
}

const packageOf = (one: Wanted | undefined): string => one?.file.split('_')[0] ?? 'all';

const isTimeout = (error: unknown): boolean => error instanceof EngineError && error.kind === 'timeout';

const KEPT = 'Fetched packages are kept: build the image again to continue.';

function unavailable({ code, stdout, stderr }: RunResult): EngineError {
  return new EngineError('image', `${explainApt(stderr + stdout)} (exit ${code}). ${KEPT}`, { code: 'packages_unavailable' });
}

function tooSlow(what: string, host: string, limitMs: number): EngineError {
  return new EngineError('image', `${host} is too slow: within ${limitMs / 1000} s ${what}. ${KEPT}`, {
    code: 'mirror_too_slow',
  });
}
