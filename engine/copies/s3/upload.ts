/**
 * Multipart uploads that survive the death of their worker. A state file with the ids of the finished parts records the progress. The next
 * attempt with the same file resumes there.
 */
import type { FileHandle } from 'node:fs/promises';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { EngineError } from '../../error.ts';
import { percentReporter } from '../bytes.ts';
import type { FileProperties, Transfer } from '../port.ts';
import type { S3Client } from './client.ts';
import { readXml, textIn, writeXml } from './xml.ts';

const MIB = 1024 ** 2;
/** S3 allows at most 10,000 parts. */
const MAX_PARTS = 10_000;

export interface UploadNote extends FileProperties {
  key: string;
  uploadId: string;
  partBytes: number;
  /** ETags of the uploaded parts, in order. */
  etags: string[];
}

/** Returns `preferred`, or a larger part size if a file of this size needs it. */
export function partBytesFor(bytes: number, preferred: number): number {
  return bytes <= preferred * MAX_PARTS ? preferred : Math.ceil(bytes / MAX_PARTS / MIB) * MIB;
}

export async function readNote(path: string): Promise<UploadNote | null> {
  const text = await readIfThere(path);
  return text === null ? null : (JSON.parse(text) as UploadNote);
}

export function writeNote(path: string, note: UploadNote): Promise<void> {
  return writeAtomic(path, JSON.stringify(note));
}

/** Starts a multipart upload and returns its state. */
export async function beginUpload(
  client: S3Client,
  note: Omit<UploadNote, 'uploadId' | 'etags'>,
  signal?: AbortSignal,
): Promise<UploadNote> {
  const reply = await client.send({ method: 'POST', key: note.key, query: { uploads: '' }, signal });
  const uploadId = textIn(await readXml(reply, 'InitiateMultipartUploadResult'), 'UploadId');
  if (uploadId === '') throw new EngineError('host', 'the S3 server started an upload without an id');
  return { ...note, uploadId, etags: [] };
}

/** Sends the missing parts and records each, then completes the upload. */
export async function sendParts(client: S3Client, note: UploadNote, notePath: string, file: FileHandle, transfer: Transfer) {
  const { key, uploadId, bytes, partBytes, etags } = note;
  const report = percentReporter(bytes, transfer);
  for (let at = etags.length * partBytes; at < bytes; at += partBytes) {
    const body = await readPart(file, at, Math.min(partBytes, bytes - at));
    const query = { partNumber: String(etags.length + 1), uploadId };
    const { headers } = await client.send({ method: 'PUT', key, query, body, signal: transfer.signal });
    etags.push(headers.get('etag') ?? '');
    await writeNote(notePath, note);
    report(at + body.length);
  }
  const Part = etags.map((ETag, i) => ({ PartNumber: i + 1, ETag }));
  const body = writeXml({ CompleteMultipartUpload: { Part } });
  const reply = await client.send({ method: 'POST', key, query: { uploadId }, body, signal: transfer.signal });
  // The status precedes the outcome: an error or a truncated reply may follow in the body.
  await readXml(reply, 'CompleteMultipartUploadResult');
}

export async function readPart(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(bytes);
  for (let read = 0; read < bytes; ) {
    const { bytesRead } = await file.read(part, read, bytes - read, at + read);
    if (bytesRead === 0) throw new EngineError('image', 'the file became shorter while it was read', { retryable: false });
    read += bytesRead;
  }
  return part;
}
