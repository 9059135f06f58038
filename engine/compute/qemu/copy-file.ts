/** Creates, verifies and moves the file of a copy. */
import { copyFile, type FileHandle, constants as fs, open, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EngineError } from '../../error.ts';
import { removeTrees } from '../../host/remove.ts';
import { attempt, run } from '../../host/run.ts';
import { sha256OfFile } from '../../host/sha256.ts';
import type { MachineDirectory } from './directory.ts';
import { virtualBytes } from './disk.ts';
import { grantAccess } from './file-access.ts';
import type { VmUser } from './process.ts';

/** Name of the file in QEMU's directory during a copy. */
export const JOB_FILE = 'copy.qcow2';

export interface VerifyOptions {
  onPercent: (percent: number) => void;
  signal: AbortSignal;
}

/**
 * Returns the draft's path. It is beside the target, so the last step is a rename. Each attempt uses the same name, so a later one finds
 * it.
 */
export function draftOf(to: string): string {
  return join(dirname(to), `.${basename(to)}.draft`);
}

/** Creates the empty file that QEMU copies into, and holds it open. Even if QEMU replaces the name, we read only our file. */
export async function makeJobFile(
  { path, vm }: Pick<MachineDirectory, 'path' | 'vm'>,
  options: readonly string[],
  bytes: number,
  user: VmUser | null,
): Promise<FileHandle> {
  const made = join(path, JOB_FILE);
  await removeTrees([made]);
  await run('qemu-img', ['create', '-q', ...options, made, String(bytes)]);
  const file = await open(made, 'r');
  try {
    await grantAccess(made, user, 'write');
    await rename(made, join(vm, JOB_FILE));
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Copies QEMU's output to a file of our own, by reflink if the file system supports it. A rename would not protect the file: a compromised
 * QEMU could keep it open and change it after verification.
 */
export async function copyOutOfQemu(file: FileHandle, draft: string): Promise<void> {
  await copyFile(`/proc/self/fd/${file.fd}`, draft, fs.COPYFILE_EXCL | fs.COPYFILE_FICLONE);
  const own = await open(draft, 'r');
  try {
    await own.chmod(0o600);
  } finally {
    await own.close();
  }
}

/** Reads every cluster and returns the copy's properties. Throws `EngineError('host')` if the copy is damaged. */
export async function verifyCopy(path: string, { onPercent, signal }: VerifyOptions) {
  const virtual = await virtualBytes(path, 'qcow2', 'the copy');
  const checked = await attempt('qemu-img', ['check', '-q', '-f', 'qcow2', path], { timeoutMs: QEMU_IMG_TIMEOUT_MS, signal });
  if (checked.code !== 0) throw new EngineError('host', `the copy is damaged: ${checked.stderr.trim()}`);
  const nowhere = `driver=null-co,size=${virtual}`;
  const read = await attempt('qemu-img', ['convert', '-p', '-n', '--target-image-opts', '-f', 'qcow2', path, nowhere], {
    timeoutMs: QEMU_IMG_TIMEOUT_MS,
    signal,
    onStdout: (text) => parsePercents(text).forEach(onPercent),
  });
  if (read.code !== 0) throw new EngineError('host', `the copy cannot be read back: ${read.stderr.trim()}`);
  const file = await open(path, 'r');
  try {
    await file.sync();
    const sha256 = await sha256OfFile(path);
    return { virtualGb: Math.ceil(virtual / 2 ** 30), bytes: (await file.stat()).size, sha256 };
  } finally {
    await file.close();
  }
}

/** Returns the percentages in the output of `qemu-img -p`. */
export function parsePercents(text: string): number[] {
  return [...text.matchAll(/\((\d+(?:\.\d+)?)\/100%\)/g)].map(([, percent]) => Number(percent));
}

/** Timeout in milliseconds for a large disk on a slow host. The caller has its own deadline. */
export const QEMU_IMG_TIMEOUT_MS = 6 * 3_600_000;
