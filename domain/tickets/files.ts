/**
 * The store of ticket files, as use cases see it (engine/attachments). A file is stored before its row exists. The sweep deletes files
 * without a row.
 */
import type { Readable } from 'node:stream';
import { Failure } from '@innkeeper/model/failures';

/** An uploaded file without a row. */
export interface UploadedFile {
  /** File name given by the client. */
  name: string;
  /** Media type given by the client. */
  type: string;
  bytes: number;
  /** SHA-256 in hex. */
  sha256: string;
  /** Key in the store. */
  key: string;
}

export interface AttachmentFiles {
  /** Opens a file. Returns `undefined` if it does not exist. */
  read(key: string): Promise<Readable | undefined>;
}

/** A store for processes that cannot store files. Reading and writing throws `unavailable`. */
export const NO_FILES = {
  async write(content: Readable): Promise<never> {
    content.resume();
    throw new Failure('unavailable');
  },
  remove: async () => {},
  async read(): Promise<never> {
    throw new Failure('unavailable');
  },
};
