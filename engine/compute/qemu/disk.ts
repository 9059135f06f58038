/**
 * Creates and grows a machine's disk. Unless blank, the disk is an overlay over a base. Creating an overlay takes 10 ms, whatever the size
 * of the disk.
 */
import { copyFile, constants as fs, link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import { attempt } from '../../host/run.ts';
import { sha256OfFile } from '../../host/sha256.ts';
import type { DiskSource } from '../../images/port.ts';
import { freshName, type MachineDirectory, type MachineRecord } from './directory.ts';
import { isRecord } from './qmp.ts';

const GIB = 2 ** 30;

type DiskDirectories = Pick<MachineDirectory, 'path' | 'vm'>;

/**
 * Creates a disk in `place`, which is later renamed to `home`. Throws `EngineError('image')` if the source is missing or damaged, has
 * another checksum, refers to another file, or is larger than the disk.
 */
export async function makeDisk(
  place: DiskDirectories,
  home: DiskDirectories,
  order: { source: DiskSource; diskGb: number },
): Promise<Pick<MachineRecord, 'disk' | 'base'>> {
  const base = await linkBase(place.path, order.source, order.diskGb * GIB);
  const disk = freshName('disk', '.qcow2');
  // -u: the base was just checked. Its path in the header is unused, because QEMU gets the base as a descriptor.
  const backing = base === null ? [] : ['-u', '-b', join(home.path, base.name), '-F', base.format];
  await runQemuImg(['create', '-q', '-f', 'qcow2', ...backing, join(place.vm, disk), String(order.diskGb * GIB)]);
  return { disk, base };
}

/** Creates an empty disk of this size, into which the disk of a moving machine is copied. Returns its name. */
export async function makeEmptyDisk({ vm }: Pick<DiskDirectories, 'vm'>, bytes: number): Promise<string> {
  const disk = freshName('disk', '.qcow2');
  await runQemuImg(['create', '-q', '-f', 'qcow2', join(vm, disk), String(bytes)]);
  return disk;
}

/** Links the base into the machine's directory, where it stays if the original is deleted. */
async function linkBase(directory: string, source: DiskSource, bytes: number): Promise<MachineRecord['base']> {
  if (source.from === 'blank') return null;
  const { path, format } = source.from === 'image' ? source.image : source;
  const words = source.from === 'image' ? `the image ${source.image.key}` : 'the copy';
  const name = freshName('base');
  const own = join(directory, name);
  try {
    await linkOrCopy(path, own, words);
    if ((await virtualBytes(own, format, words)) > bytes) {
      throw new EngineError('image', `${words} needs more than ${bytes / GIB} GB`, { retryable: false });
    }
    if (source.from === 'copy') await verifyImage(own, source.sha256);
  } catch (error) {
    await rm(own, { force: true });
    throw error;
  }
  return { name, format };
}

/** Creates a hard link, or a copy if hard links do not work. `words` name the file in errors. */
export async function linkOrCopy(path: string, own: string, words: string): Promise<void> {
  try {
    await link(path, own).catch(async (error: unknown) => {
      if (!isNodeError(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP')) throw error;
      await copyFile(path, own, fs.COPYFILE_FICLONE);
    });
  } catch (cause) {
    if (!isNodeError(cause, 'ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES')) throw cause;
    throw new EngineError('image', `${words} is not at ${path}`, { cause, retryable: false });
  }
}

async function verifyImage(path: string, sha256: string | undefined): Promise<void> {
  if (sha256 !== undefined && (await sha256OfFile(path)) !== sha256) {
    throw new EngineError('image', 'the copy has another checksum', { retryable: false });
  }
  const checked = await attempt('qemu-img', ['check', '-q', '-f', 'qcow2', path], { timeoutMs: 10 * 60_000 });
  if (checked.code !== 0) throw new EngineError('image', `the copy is damaged: ${checked.stderr.trim()}`, { retryable: false });
}

/** Grows a disk. Does nothing if the disk is large enough. */
export async function growDisk(directory: MachineDirectory, { disk, base }: MachineRecord, diskGb: number): Promise<void> {
  const path = join(directory.vm, disk);
  if ((await virtualBytes(path, 'qcow2', 'the disk', base !== null)) >= diskGb * GIB) return;
  // Open the disk without its base, because only the header changes and the base is never larger than the disk.
  const alone = { driver: 'qcow2', file: { driver: 'file', filename: path }, ...(base === null ? {} : { backing: null }) };
  await runQemuImg(['resize', '-q', `json:${JSON.stringify(alone)}`, String(diskGb * GIB)]);
}

/** Returns the disk with its base as an argument of `qemu-img`. The base comes from the record, not from the disk's header. */
export async function diskArgument(directory: MachineDirectory, { disk, base }: MachineRecord): Promise<string> {
  const path = join(directory.vm, disk);
  await virtualBytes(path, 'qcow2', 'the disk', base !== null);
  const file = { driver: 'file', filename: path };
  if (base === null) return `json:${JSON.stringify({ driver: 'qcow2', file })}`;
  // A base has no base of its own, whatever its header says.
  const alone = base.format === 'qcow2' ? { backing: null } : {};
  const backing = { driver: base.format, file: { driver: 'file', filename: join(directory.path, base.name) }, ...alone };
  return `json:${JSON.stringify({ driver: 'qcow2', file, backing })}`;
}

/**
 * Returns the virtual size in bytes. Throws if the file refers to another file, through which its author could read files of the host.
 * `allowBackingFile` allows a backing file.
 */
export async function virtualBytes(path: string, format: string, words: string, allowBackingFile = false): Promise<number> {
  const looked = await attempt('qemu-img', ['info', '--output=json', '-U', '-f', format, path]);
  if (looked.code !== 0) {
    throw new EngineError('image', `${words} cannot be read: ${looked.stderr.trim()}`, { retryable: false });
  }
  const info: unknown = JSON.parse(looked.stdout);
  const size = isRecord(info) ? info['virtual-size'] : null;
  if (!isRecord(info) || typeof size !== 'number') throw new EngineError('image', `qemu-img reports no size of ${words}`);
  const specific =
    isRecord(info['format-specific']) && isRecord(info['format-specific'].data) ? info['format-specific'].data : {};
  if ((info['backing-filename'] !== undefined && !allowBackingFile) || specific['data-file'] !== undefined) {
    throw new EngineError('image', `${words} refers to another file`, { retryable: false });
  }
  return size;
}

async function runQemuImg(args: readonly string[]): Promise<void> {
  const made = await attempt('qemu-img', args);
  if (made.code === 0) return;
  if (/No space left/.test(made.stderr)) throw new EngineError('disk_full', 'no space for a disk');
  throw new EngineError('host', `qemu-img ${args[0]}: ${made.stderr.trim()}`);
}
