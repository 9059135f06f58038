/** Reads the mounts of this host from the kernel. */
import { readFile, realpath } from 'node:fs/promises';
import { isNodeError } from '../atomic.ts';

export interface Mount {
  point: string;
  /** Type of the file system, such as `ext4`. */
  type: string;
  /** Device, or another name that the file system gives. */
  source: string;
}

/** Lists the mounts that this process sees, in the order in which they were mounted. */
export async function readMounts(): Promise<Mount[]> {
  return parseMounts(await readFile('/proc/self/mountinfo', 'utf8'));
}

/** Parses the text of `mountinfo` (proc_pid_mountinfo(5)). Optional fields before the type end with a hyphen. */
export function parseMounts(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const [type, source = ''] = after.split(' ');
    const point = before.split(' ')[4];
    return point && type ? [{ point: decode(point), type, source: decode(source) }] : [];
  });
}

/** Returns the mount that contains an absolute path without symbolic links. A later mount at the same point hides earlier ones. */
export function mountOf(path: string, mounts: readonly Mount[]): Mount | undefined {
  const depth = ({ point }: Mount) => (point === '/' ? 0 : point.length);
  return mounts
    .filter(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`))
    .toSorted((a, b) => depth(a) - depth(b))
    .at(-1);
}

/** Describes the file system of a directory, such as `/dev/sdb1 (ext4) at /srv`. Returns `null` if the directory is missing. */
export async function describeFileSystem(directory: string): Promise<string | null> {
  try {
    const mount = mountOf(await realpath(directory), await readMounts());
    return mount ? `${mount.source} (${mount.type}) at ${mount.point}` : 'an unknown file system';
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

const decode = (field: string): string => field.replace(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)));
