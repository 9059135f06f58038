/** Reads the first file of a tar archive from a stream and ignores the rest. */
import { UnreadableBackup } from './age/error.ts';

const BLOCK = 512;
/** The manifest needs some 200 bytes for each file of the home. */
const MAX_BYTES = 256 * 1024 * 1024;

export interface FirstFile {
  push(data: Buffer): void;
  /** Returns the content. Throws `UnreadableBackup` if the first file has another name or is incomplete. */
  text(): string;
}

/** Opens a reader of the first file, which must be `name`. */
export function readFirstFile(name: string): FirstFile {
  const kept: Buffer[] = [];
  let bytes = 0;
  let neededBytes = BLOCK;
  return {
    push(data) {
      if (bytes >= neededBytes) return;
      kept.push(data);
      bytes += data.length;
      if (neededBytes === BLOCK && bytes >= BLOCK) neededBytes = BLOCK + sizeIn(Buffer.concat(kept));
    },
    text() {
      const head = Buffer.concat(kept);
      const found = head.subarray(0, 100).toString('latin1').replace(/\0.*$/s, '');
      if (head.length < neededBytes || found !== name)
        throw new UnreadableBackup(`This is no backup of Innkeeper: its archive does not begin with ${name}.`);
      return head.subarray(BLOCK, neededBytes).toString('utf8');
    },
  };
}

/** Returns the size of the file in a tar header, which is written in octal digits. */
function sizeIn(header: Buffer): number {
  const size = Number.parseInt(header.subarray(124, 136).toString('latin1'), 8);
  return size > 0 && size <= MAX_BYTES ? size : 0;
}
