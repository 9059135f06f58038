/** Builds the entries of an account export: a JSON file per kind of data, invoices as PDF, and files of tickets. */
import { Readable } from 'node:stream';
import { attachmentsToExport, type ExportedInvoice, invoicesToExport } from '@innkeeper/db/tables/account-exports';
import { exportedRows, limitOf } from '@innkeeper/db/tables/exported-rows';
import { findInvoiceFile } from '@innkeeper/db/tables/invoices/files';
import { fileNameOf, invoiceNumber } from '@innkeeper/model/invoices/document';
import { EXPORT_FILES, type ExportFile } from '@innkeeper/model/personal-data/exported';
import type { ArchiveEntry } from '../archives/zip.ts';
import type { Cx } from '../context.ts';
import type { AttachmentFiles } from '../tickets/files.ts';

type Db = Cx['db'];

export interface ExportScope {
  accountId: number;
  userId: number;
  now: Date;
  attachments: Pick<AttachmentFiles, 'read'>;
}

const AT_A_TIME = 200;

/** Yields the entries in order. Each is read only when it is needed. */
export async function* listExportEntries(db: Db, of: ExportScope): AsyncGenerator<ArchiveEntry> {
  yield json('about.json', [JSON.stringify(about(of), null, 2)]);
  for (const file of EXPORT_FILES) yield json(`${file.file}.json`, rowsOf(db, of, file));
  const missing: string[] = [];
  yield* invoices(db, of, missing);
  yield* attachments(db, of, missing);
  if (missing.length > 0) yield json('missing.json', [JSON.stringify(missing, null, 2)]);
}

function about({ accountId, now }: ExportScope): object {
  return {
    account: accountId,
    exported_at: now.toISOString(),
    encoding: 'JSON in UTF-8; times are ISO 8601, amounts are whole cents. Columns that are secrets are left out.',
    files: Object.fromEntries(EXPORT_FILES.map(({ file, what }) => [`${file}.json`, what])),
    directories: { invoices: 'invoices as PDF', attachments: 'files of tickets, by ticket' },
  };
}

const json = (name: string, chunks: Iterable<string> | AsyncIterable<string>): ArchiveEntry => ({
  name,
  compress: true,
  open: async () => Readable.from(chunks, { objectMode: false }),
});

/** Yields the JSON of a file: an array with one object per line, or a single object. */
async function* rowsOf(db: Db, { accountId, userId }: ExportScope, file: ExportFile): AsyncGenerator<string> {
  let after: bigint | null = null;
  let before = file.single ? '' : '[\n';
  for (;;) {
    const rows = await exportedRows(db, file, { accountId, userId, after });
    for (const { json } of rows) {
      yield before + json;
      before = ',\n';
    }
    after = rows.at(-1)?.key ?? after;
    if (rows.length < limitOf(file) || file.single) break;
  }
  if (file.single) yield after === null ? 'null\n' : '\n';
  else yield before === ',\n' ? '\n]\n' : '[]\n';
}

/** Yields the invoices as PDF. Invoices that are not rendered yet are added to `missing`. */
async function* invoices(db: Db, { accountId }: ExportScope, missing: string[]): AsyncGenerator<ArchiveEntry> {
  const nameOf = ({ type, number }: ExportedInvoice) =>
    `invoices/${fileNameOf({ type, number: invoiceNumber(type, number) })}.pdf`;
  for (let after = 0, more = true; more; ) {
    const some = await invoicesToExport(db, { accountId, after, limit: AT_A_TIME });
    for (const invoice of some) {
      const bytes = invoice.rendered ? await findInvoiceFile(db, invoice.id, 'pdf') : undefined;
      if (bytes)
        yield { name: nameOf(invoice), compress: false, open: async () => Readable.from([bytes], { objectMode: false }) };
      else missing.push(nameOf(invoice));
    }
    after = some.at(-1)?.id ?? after;
    more = some.length === AT_A_TIME;
  }
}

/** Yields the files of tickets. Lost files are added to `missing`. The doctor reports lost files to the operator. */
async function* attachments(
  db: Db,
  { accountId, attachments: files }: ExportScope,
  missing: string[],
): AsyncGenerator<ArchiveEntry> {
  for (let after = 0, more = true; more; ) {
    const some = await attachmentsToExport(db, { accountId, after, limit: AT_A_TIME });
    for (const { id, ticket_id, name, key } of some) {
      const path = `attachments/${ticket_id}/${id}-${name.replaceAll(/[\\/:*?"<>|]/g, '_')}`;
      const content = await files.read(key);
      try {
        if (content) yield { name: path, compress: true, open: async () => content };
        else missing.push(path);
      } finally {
        content?.destroy();
      }
    }
    after = some.at(-1)?.id ?? after;
    more = some.length === AT_A_TIME;
  }
}
