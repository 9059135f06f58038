/** A machine's disk: an overlay over its image, made in 10 ms whatever its size. */
import { join } from 'node:path';
import { attempt } from '../../host/run.ts';
import { EngineError, type ImageFile, type MachineSpec } from '../port.ts';
import { DISK } from './directory.ts';
import { isRecord } from './qmp.ts';

const GIB = 2 ** 30;

export function imageOf({ source }: MachineSpec): ImageFile {
  if (source.from === 'image') return source.image;
  throw new EngineError('unsupported', `a disk from ${source.from}`, { retryable: false });
}

export async function makeDisk(directory: string, image: ImageFile, diskGb: number): Promise<void> {
  const bytes = diskGb * GIB;
  if ((await imageBytes(image)) > bytes) {
    throw new EngineError('image', `the image ${image.key} needs more than ${diskGb} GB`, { retryable: false });
  }
  // -u: the image has just been looked at; its path in the header is only a note, since QEMU gets the image as a descriptor.
  const made = await attempt('qemu-img', [
    'create',
    '-q',
    '-u',
    '-f',
    'qcow2',
    '-b',
    image.path,
    '-F',
    image.format,
    join(directory, DISK),
    String(bytes),
  ]);
  if (made.code === 0) return;
  if (/No space left/.test(made.stderr)) throw new EngineError('disk_full', 'no room for a new disk');
  throw new EngineError('host', `qemu-img create: ${made.stderr.trim()}`);
}

/** The image's virtual size. Refuses an image that leads to other files: its maker could read the host's with it. */
async function imageBytes(image: ImageFile): Promise<number> {
  const looked = await attempt('qemu-img', ['info', '--output=json', '-U', '-f', image.format, image.path]);
  if (looked.code !== 0) {
    throw new EngineError('image', `the image ${image.key} cannot be read: ${looked.stderr.trim()}`, { retryable: false });
  }
  const info: unknown = JSON.parse(looked.stdout);
  const size = isRecord(info) ? info['virtual-size'] : null;
  if (!isRecord(info) || typeof size !== 'number') throw new EngineError('image', `qemu-img tells no size of ${image.key}`);
  const specific =
    isRecord(info['format-specific']) && isRecord(info['format-specific'].data) ? info['format-specific'].data : {};
  if (info['backing-filename'] !== undefined || specific['data-file'] !== undefined) {
    throw new EngineError('image', `the image ${image.key} refers to another file`, { retryable: false });
  }
  return size;
}
