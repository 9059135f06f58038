/** The file of a copy: where it grows, how it is proven, how it comes to its place. */
import { chmod, chown, copyFile, constants as fs, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import { attempt } from '../../host/run.ts';
import { sha256OfFile } from '../../host/sha256.ts';
import { EngineError } from '../port.ts';
import { virtualBytes } from './disk.ts';

/** In QEMU's directory, while it copies. */
export const JOB_FILE = 'copy.qcow2';

export interface ProofOptions {
  onPercent: (percent: number) => void;
  signal: AbortSignal;
}

/** Beside the target, so that the last step is a rename; the same for each try, so that a later one finds it. */
export function draftOf(to: string): string {
  return join(dirname(to), `.${basename(to)}.draft`);
}

/** Takes a file that QEMU wrote out of its reach, to `draft`. */
export async function takeFromQemu(path: string, draft: string): Promise<void> {
  // QEMU owns the directory that it is in: what it put there instead of the file must not be followed.
  const file = await open(path, fs.O_RDONLY | fs.O_NOFOLLOW | fs.O_NONBLOCK);
  try {
    if (!(await file.stat()).isFile()) throw new EngineError('host', 'QEMU made something else of the copy');
  } finally {
    await file.close();
  }
  try {
    await rename(path, draft);
  } catch (error) {
    if (!isNodeError(error, 'EXDEV')) throw error;
    await copyFile(path, draft);
    await rm(path);
  }
  await chown(draft, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  await chmod(draft, 0o600);
}

/** Reads all of it back, every cluster; fails with `EngineError('host')` when it is not sound. */
export async function prove(path: string, { onPercent, signal }: ProofOptions) {
  const virtual = await virtualBytes(path, 'qcow2', 'the copy');
  const checked = await attempt('qemu-img', ['check', '-q', '-f', 'qcow2', path], { timeoutMs: HOURS, signal });
  if (checked.code !== 0) throw new EngineError('host', `the copy is damaged: ${checked.stderr.trim()}`);
  const nowhere = `driver=null-co,size=${virtual}`;
  const read = await attempt('qemu-img', ['convert', '-p', '-n', '--target-image-opts', '-f', 'qcow2', path, nowhere], {
    timeoutMs: HOURS,
    signal,
    onStdout: (text) => percentsIn(text).forEach(onPercent),
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

/** What `qemu-img -p` says, as numbers. */
export function percentsIn(text: string): number[] {
  return [...text.matchAll(/\((\d+(?:\.\d+)?)\/100%\)/g)].map(([, percent]) => Number(percent));
}

/** A large disk on a slow host; whoever waits has a deadline of its own. */
export const HOURS = 6 * 3_600_000;
