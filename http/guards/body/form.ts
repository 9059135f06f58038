/**
 * Reads a multipart form as it arrives. Text fields are collected up to a limit. Files are counted and streamed to storage, never held in
 * memory.
 */
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { bodyLimitOf, type FormRules, formatBytes, MAX_FORM_FIELDS, MAX_FORM_TEXT_BYTES } from '@innkeeper/contract/body-limits';
import { truncateName } from '@innkeeper/contract/validation-messages';
import type { UploadedFile } from '@innkeeper/domain/tickets/files';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { RequestContext } from '../../request/context.ts';
import { bodyTooLarge } from './size.ts';

/** Storage for the files of forms. */
export interface FormFiles {
  /** Stores a file. Removes a partial file on failure, or if `signal` aborts because the form is refused. */
  write(content: Readable, signal: AbortSignal): Promise<Pick<UploadedFile, 'key' | 'bytes' | 'sha256'>>;
  remove(keys: readonly string[]): Promise<void>;
}

export interface Form {
  /** Text fields by name. A repeated name has an array. */
  fields: Record<string, unknown>;
  /** Files in the order of the form. The reader of the form must remove unused files. */
  files: UploadedFile[];
}

const MAX_NAME_BYTES = 256;
const MAX_PART_HEADER_BYTES = 4 * 1024;

/** Returns whether a content type is `multipart/form-data` with parameters. */
export const isForm = (contentType: string | undefined): boolean => /^multipart\/form-data\s*;/i.test(contentType ?? '');

/**
 * Reads a form. Throws `validation` by field, and `payload_too_large`. It then leaves the rest of the body unread and removes all files.
 */
export async function readForm(
  rules: FormRules,
  { request, reply }: RequestContext,
  payload: Readable,
  files: FormFiles,
): Promise<Form> {
  const parser = parserFor(rules, request.headers);
  const reader = new FormReader(rules, files);
  try {
    await new Promise<void>((resolve, reject) => {
      payload.on('data', (chunk: Buffer) => attempt(reject, () => reader.countBytes(chunk.length)));
      payload.once('error', reject);
      // The request was refused in the meantime because its form stalled. No more bytes are read, and no end is signalled.
      reply.raw.once('close', () => reject(new Failure('request_timeout')));
      parser.on('field', (name, value) => attempt(reject, () => reader.field(name, value)));
      parser.on('file', (name, stream, fileName, _encoding, type) =>
        attempt(reject, () => reader.file(name, stream, { name: fileName, type }, reject)),
      );
      parser.once('partsLimit', () => reject(invalid('body', 'The form has too many parts.')));
      parser.once('error', () => reject(invalid('body', 'The body is not valid multipart/form-data.')));
      parser.once('finish', resolve);
      payload.pipe(parser);
    });
    if (reader.bytes === 0) throw invalid('body', 'A body is required.');
    return await reader.form();
  } catch (error) {
    payload.unpipe(parser);
    reply.header('connection', 'close');
    await reader.discard();
    throw error;
  }
}

function attempt(reject: (why: unknown) => void, step: () => void): void {
  try {
    step();
  } catch (error) {
    reject(error);
  }
}

function parserFor({ files }: FormRules, headers: NodeJS.Dict<string | string[]>) {
  const limits = {
    fieldNameSize: MAX_NAME_BYTES,
    headerSize: MAX_PART_HEADER_BYTES,
    headerPairs: 20,
    fieldSize: MAX_FORM_TEXT_BYTES + 1,
    // More parts than are accepted, so that the failure can name the field.
    parts: MAX_FORM_FIELDS + (files?.max ?? 0) + 2,
    fileSize: files?.maxBytes ?? 0,
  };
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits });
  } catch {
    throw invalid('body', 'The body is not valid multipart/form-data.');
  }
}

class FormReader {
  bytes = 0;
  readonly #rules: FormRules;
  readonly #fields = new Map<string, string[]>();
  readonly #store: FormFiles;
  readonly #files: Promise<UploadedFile>[] = [];
  readonly #refused = new AbortController();
  #textBytes = 0;
  #textFields = 0;
  #fileCount = 0;

  constructor(rules: FormRules, store: FormFiles) {
    this.#rules = rules;
    this.#store = store;
  }

  countBytes(bytes: number): void {
    this.bytes += bytes;
    const max = bodyLimitOf(this.#rules);
    if (this.bytes > max) throw bodyTooLarge(max);
  }

  field(name: string, value: string): void {
    this.#textFields += 1;
    this.#textBytes += Buffer.byteLength(value);
    if (this.#textFields > MAX_FORM_FIELDS) throw invalid('body', `The form must have at most ${MAX_FORM_FIELDS} text fields.`);
    if (this.#textBytes > MAX_FORM_TEXT_BYTES) throw invalid(truncateName(name), 'The text fields of the form are too long.');
    this.#fields.set(name, [...(this.#fields.get(name) ?? []), value]);
  }

  file(
    name: string,
    stream: BusboyFileStream,
    declared: Pick<UploadedFile, 'name' | 'type'>,
    reject: (why: unknown) => void,
  ): void {
    const { files } = this.#rules;
    this.#fileCount += 1;
    try {
      if (!files || name !== files.field) throw invalid(truncateName(name), 'This file field does not exist.');
      const field = files.field.replace(/\[\]$/, '');
      if (this.#fileCount > files.max) throw invalid(field, `Must be at most ${files.max} files.`);
      stream.once('limit', () => reject(invalid(field, `A file must have at most ${formatBytes(files.maxBytes)}.`)));
    } catch (error) {
      stream.resume();
      throw error;
    }
    const stored = this.#store.write(stream, this.#refused.signal).then((file) => ({ ...declared, ...file }));
    stored.catch(reject);
    this.#files.push(stored);
  }

  /** Resolves when all files are stored. */
  async form(): Promise<Form> {
    const fields = [...this.#fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]);
    return { fields: Object.fromEntries(fields) as Form['fields'], files: await Promise.all(this.#files) };
  }

  /** Aborts files that are being stored, and removes stored ones. */
  async discard(): Promise<void> {
    this.#refused.abort();
    const stored = await Promise.allSettled(this.#files);
    await this.#store.remove(stored.flatMap((one) => (one.status === 'fulfilled' ? [one.value.key] : [])));
  }
}
