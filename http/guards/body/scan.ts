/** Files of a form are shown to the operator's virus scanner once they are stored, before a transaction is opened. */
import { inTransaction } from '@innkeeper/db/transaction';
import { NOBODY } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx } from '@innkeeper/domain/context';
import { type Infected, type Scanners, scanFiles } from '@innkeeper/domain/scanner/scan';
import type { AttachmentFiles, UploadedFile } from '@innkeeper/domain/tickets/files';
import { safeFileName } from '@innkeeper/model/attachments';
import { Failure } from '@innkeeper/model/failures';
import { whoseTurn } from '@innkeeper/model/scanner';
import type { RequestContext } from '../../request/context.ts';

export interface FileScanOptions extends Pick<Cx, 'db' | 'clock' | 'settings'> {
  files: AttachmentFiles;
  scanners: Scanners;
}

/** Throws `infected_file` by field, with an audit line for each such file, and `scanner_unavailable`. Whoever refuses removes the files. */
export type FileScan = (context: RequestContext, field: string) => Promise<void>;

export function openFileScan({ files, scanners, ...given }: FileScanOptions): FileScan {
  return async (context, field) => {
    const { caller, request } = context;
    const sent = context.files;
    const cx: Cx = { ...given, actor: caller ?? NOBODY, requestId: request.id };
    const open =
      ({ key }: UploadedFile) =>
      async () => {
        const content = await files.read(key);
        if (!content) throw new Error(`the file ${key} is gone before it had a row`);
        return content;
      };
    const whose = whoseTurn(caller?.accountId ?? null);
    const infected = await scanFiles(cx, { scanners, whose }, sent.map(open));
    if (infected.length === 0) return;
    const named = infected.flatMap(({ at, name }) => {
      const file = sent[at];
      return file ? [{ at, found: name, file }] : [];
    });
    await inTransaction(given.db, async (trx) => {
      for (const { found, file } of named) {
        const { bytes, sha256 } = file;
        await audit({ ...cx, db: trx }, 'file.infected', null, { file: safeFileName(file.name), found, bytes, sha256 });
      }
    });
    throw refusalOf(named.map(({ at, found, file }) => [`${field}.${at}`, sentence(file, found)]));
  };
}

const sentence = (file: UploadedFile, found: Infected['name']): string =>
  `A virus was found in ${safeFileName(file.name)} (${found}).`;

function refusalOf(errors: [string, string][]): Failure {
  return new Failure('infected_file', { errors: Object.fromEntries(errors.map(([field, said]) => [field, [said]])) });
}
