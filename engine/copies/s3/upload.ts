/**
 * Uploads in parts, which survive the death of their worker: a note beside the parts' ids says how far an upload is, and the
 * next one of the same file goes on from there.
 */
import type { FileHandle } from 'node:fs/promises';
import { readIfThere, writeAtomic } from '../../atomic.ts';
import { EngineError } from '../../compute/port.ts';
import { percentReporter } from '../bytes.ts';
import type { FileFacts, Transfer } from '../port.ts';
import type { S3Client } from './client.ts';
import { readXml, textIn, writeXml } from './xml.ts';

const MIB = 1024 ** 2;
/** S3 takes 10 000 parts at most. */
const MOST_PARTS = 10_000;

export interface UploadNote extends FileFacts {
  key: string;
  uploadId: string;
  partBytes: number;
  /** Of the parts that are there, in order. */
  etags: string[];
}

/** `wanted`, or as much more as a file of this size needs. */
export function partBytesFor(bytes: number, wanted: number): number {
  return bytes <= wanted * MOST_PARTS ? wanted : Math.ceil(bytes / MOST_PARTS / MIB) * MIB;
}

export async function readNote(path: string): Promise<UploadNote | null> {
  const text = await readIfThere(path);
  return text === null ? null : (JSON.parse(text) as UploadNote);
}

export function writeNote(path: string, note: UploadNote): Promise<void> {
  return writeAtomic(path, JSON.stringify(note));
}

export async function beginUpload(
  client: S3Client,
  note: Omit<UploadNote, 'uploadId' | 'etags'>,
  signal?: AbortSignal,
): Promise<UploadNote> {
  const reply = await client.send({ method: 'POST', key: note.key, query: { uploads: '' }, signal });
  const uploadId = textIn(await readXml(reply, 'InitiateMultipartUploadResult'), 'UploadId');
  if (uploadId === '') throw new EngineError('host', 'the S3 server began an upload and did not name it');
  return { ...note, uploadId, etags: [] };
}

/** Sends the parts that are not there yet, noting each, then has the server make one object of all. */
export async function sendParts(client: S3Client, note: UploadNote, notePath: string, file: FileHandle, transfer: Transfer) {
  const { key, uploadId, bytes, partBytes, etags } = note;
  const tell = percentReporter(bytes, transfer);
  for (let at = etags.length * partBytes; at < bytes; at += partBytes) {
    const body = await readPart(file, at, Math.min(partBytes, bytes - at));
    const query = { partNumber: String(etags.length + 1), uploadId };
    const { headers } = await client.send({ method: 'PUT', key, query, body, signal: transfer.signal });
    etags.push(headers.get('etag') ?? '');
    await writeNote(notePath, note);
    tell(at + body.length);
  }
  const Part = etags.map((ETag, i) => ({ PartNumber: i + 1, ETag }));
  const body = writeXml({ CompleteMultipartUpload: { Part } });
  const reply = await client.send({ method: 'POST', key, query: { uploadId }, body, signal: transfer.signal });
  // The status was sent before the server knew how it would end: a refusal, or an answer that broke off, may stand below it.
  await readXml(reply, 'CompleteMultipartUploadResult');
}

export async function readPart(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(bytes);
  for (let read = 0; read < bytes; ) {
    const { bytesRead } = await file.read(part, read, bytes - read, at + read);
    if (bytesRead === 0) throw new EngineError('image', 'the file is shorter than it was', { retryable: false });
    read += bytesRead;
  }
  return part;
}
