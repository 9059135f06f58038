/** Where files of tickets are kept, as use cases see it (engine/attachments). A file is there before its row: what no row claims is swept. */
import type { Readable } from 'node:stream';
import { Failure } from '@innkeeper/model/failures';

/** A file that has come, and that no row claims yet. */
export interface UploadedFile {
  /** The client's name for it. */
  name: string;
  /** What the client says that it is. */
  type: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** By which the store knows it. */
  key: string;
}

export interface AttachmentFiles {
  /** Undefined when it is not there. */
  read(key: string): Promise<Readable | undefined>;
}

/** Of a process that has nowhere to keep files. */
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
