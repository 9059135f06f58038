/**
 * The archive of a backup: a tar file, compressed by zstd and encrypted by age. Debian's `age -d`, `zstd -d` and `tar -x` open it without
 * Innkeeper.
 */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { isNodeError } from '../atomic.ts';
import { openByteMeter } from '../byte-meter.ts';
import { EngineError } from '../error.ts';
import { createDecryption } from './age/decrypt.ts';
import { createEncryption } from './age/encrypt.ts';
import { UnreadableBackup } from './age/error.ts';
import { readFirstFile } from './first-file.ts';

export interface Packed {
  bytes: number;
  /** SHA-256 of the encrypted file, hexadecimal. */
  sha256: string;
}

/** Warnings about a file that disappeared or grew while it was read. No row of the snapshot needs its later bytes. */
const HARMLESS =
  /(: (Warning: )?Cannot (stat|open): No such file or directory|: File removed before we read it|: file changed as we read it|padding with zeros)$/;

/**
 * Writes the files `names` of `directory` into the new file `to`, in the given order, and flushes it. Each of the `recipients` can decrypt
 * it.
 */
export async function packArchive(options: {
  directory: string;
  names: readonly string[];
  recipients: readonly string[];
  to: string;
}): Promise<Packed> {
  const { directory, names, recipients, to } = options;
  const encryption = await createEncryption(recipients);
  const meter = openByteMeter();
  const file = await open(to, 'wx', 0o600);
  try {
    // Pass the names on stdin, because thousands of attachments exceed the limit of a command line.
    const list = ['--null', '--verbatim-files-from', '--no-recursion', '--files-from=-', '--ignore-failed-read'];
    const tar = startTar(['--create', '--format=gnu', '--numeric-owner', '--mode=go=', '--directory', directory, ...list]);
    tar.stdin.end(names.map((name) => `${name}\0`).join(''));
    const written = pipeline(
      tar.stdout,
      createZstdCompress(),
      encryption,
      meter.stream,
      async (source: AsyncIterable<Buffer>) => {
        for await (const data of source) await file.appendFile(data);
      },
    );
    await Promise.all([written, tar.ended]);
    await file.sync();
  } finally {
    await file.close();
  }
  return meter.read();
}

/** Reads and authenticates the whole archive. Returns the text of its first file, which must be `name`. Writes nothing. */
export async function readArchiveHead(from: { path: string; identities: readonly string[] }, name: string): Promise<string> {
  const head = readFirstFile(name);
  const reader = new Writable({
    write(data: Buffer, _encoding, done) {
      head.push(data);
      done();
    },
  });
  await unpackInto(from, reader);
  return head.text();
}

/**
 * Extracts the archive into an empty directory. The files belong to the caller, and only the caller may read them. Throws `UnreadableBackup`
 * if the archive is larger than `maxBytes`, because a small file can decompress to more than a disk holds. `null` sets no limit.
 */
export async function extractArchive(
  from: { path: string; identities: readonly string[] },
  directory: string,
  { maxBytes }: { maxBytes: number | null },
): Promise<void> {
  const tar = startTar(['--extract', '--no-same-owner', '--no-same-permissions', '--directory', directory]);
  const [unpacked, ended] = await Promise.allSettled([unpackInto(from, tar.stdin, maxBytes), tar.ended]);
  // If tar rejects the archive, it also stops reading. Only the error of tar names the reason.
  if (unpacked.status === 'rejected' && unpacked.reason instanceof UnreadableBackup) throw unpacked.reason;
  if (ended.status === 'rejected') throw ended.reason;
  // Tar has succeeded. At the end of a process, Node.js sometimes closes the pipe before it records that the last byte was read.
  if (unpacked.status === 'rejected' && !isNodeError(unpacked.reason, 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'))
    throw unpacked.reason;
  await refuseLinks(directory);
}

async function unpackInto(
  from: { path: string; identities: readonly string[] },
  to: Writable,
  maxBytes: number | null = null,
): Promise<void> {
  const limit = createLimit(maxBytes ?? Number.POSITIVE_INFINITY);
  try {
    await pipeline(createReadStream(from.path), createDecryption(from.identities), createZstdDecompress(), limit, to);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ZSTD_'))
      throw new UnreadableBackup('This backup is damaged: it is not compressed by zstd. Use another backup.', { cause: error });
    throw error;
  }
}

function createLimit(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(data: Buffer, _encoding, done) {
      bytes += data.length;
      if (bytes <= maxBytes) done(null, data);
      else done(new UnreadableBackup('This backup contains more than its manifest lists. Use another backup.'));
    },
  });
}

/** Throws if the directory contains a link. Our archives hold only files, and a link could redirect readers of the directory. */
async function refuseLinks(directory: string): Promise<void> {
  for (const name of await readdir(directory, { recursive: true })) {
    const found = await lstat(path.join(directory, name));
    if (!found.isFile() && !found.isDirectory())
      throw new UnreadableBackup(`This backup was not made by Innkeeper: ${name} is neither a file nor a directory.`);
  }
}

interface Tar {
  stdin: Writable;
  stdout: Readable;
  /** Resolves when tar has succeeded. Rejects with its error messages. */
  ended: Promise<void>;
}

function startTar(args: readonly string[]): Tar {
  const child = spawn('tar', [...args, '--file=-'], { env: { PATH: process.env.PATH, LC_ALL: 'C' }, stdio: 'pipe' });
  // Ignore write errors: `ended` reports the failure of tar.
  child.stdin.on('error', () => {});
  const stderr = text(child.stderr);
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (cause) => reject(new EngineError('host', 'tar cannot be started. Install it.', { cause })));
    child.on('close', (code) => {
      void stderr.then((words) => {
        const complaints = words.split('\n').filter((line) => line !== '' && !HARMLESS.test(line));
        if (complaints.length === 0 && (code === 0 || code === 1)) resolve();
        else reject(new EngineError('host', `tar failed: ${complaints.join('; ') || `it ended with ${code}`}`));
      });
    });
  });
  return { stdin: child.stdin, stdout: child.stdout, ended };
}
