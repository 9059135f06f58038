import { open } from 'node:fs/promises';

/** Reads the first bytes of a file: fewer, if the file is shorter. */
export async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
