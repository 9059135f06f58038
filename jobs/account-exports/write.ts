/** Writes the exports of accounts that were requested. */
import {
  type AccountExport,
  completeExport,
  dueExports,
  findExport,
  invoicesToExport,
  postponeExport,
  withWriterLock,
} from '@innkeeper/db/tables/account-exports';
import { forEachDue } from '@innkeeper/db/tables/due';
import { requestInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { listExportEntries } from '@innkeeper/domain/account-exports/entries';
import { zipOf } from '@innkeeper/domain/archives/zip';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { days, hours, minutes, seconds } from '@innkeeper/model/time/clock';
import type { ExportsContext } from '../job.ts';

/**
 * Time in milliseconds to wait for invoices. An invoice is rendered in a second or two, and other accounts have turns in between. The
 * archive names invoices that are still missing.
 */
const RENDERED_WITHIN_MS = hours(6);
const POLL_INTERVAL_MS = seconds(5);
const RENDERED_AT_A_TIME = 50;
/** Timeout in milliseconds of one export. Compressing the files of an account's tickets, 1 GiB, takes a minute. */
const TIMEOUT_MS = minutes(30);
/** Age in milliseconds after which a file without a row is abandoned. Writing an export takes at most half an hour. */
export const UNFINISHED_MS = hours(1);

/** Writes due exports one at a time across all processes, and returns how many. Returns `undefined` if another process is writing. */
export async function writeAccountExports(cx: ExportsContext): Promise<number | undefined> {
  const { db, clock } = cx;
  return withWriterLock(db, () =>
    forEachDue(cx, {
      name: 'write-account-exports',
      kind: 'account export',
      find: (except) => dueExports(db, clock.now(), except),
      act: async (due) => !(await waitForInvoices(cx, due)) && write(cx, due),
    }),
  );
}

/** Returns whether the export waits for invoices that were never rendered because nobody had downloaded them. */
async function waitForInvoices({ db, clock }: ExportsContext, { id, account_id, created_at }: AccountExport): Promise<boolean> {
  const now = clock.now();
  if (now.getTime() - created_at.getTime() > RENDERED_WITHIN_MS) return false;
  const missing = await invoicesToExport(db, { accountId: account_id, after: 0, limit: RENDERED_AT_A_TIME, missing: true });
  if (missing.length === 0) return false;
  await requestInvoiceFiles(
    db,
    missing.map((invoice) => invoice.id),
    'pdf',
    now,
  );
  await postponeExport(db, id, new Date(now.getTime() + POLL_INTERVAL_MS));
  return true;
}

/** Writes the file first, then its row. An interruption leaves a file without a row, which is swept. */
async function write(cx: ExportsContext, { id, account_id, user_id }: AccountExport): Promise<boolean> {
  const { db, clock, settings, exports, stopping } = cx;
  if ((await findExport(db, id))?.status !== 'pending') return false;
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(stopping ? [stopping] : [])]);
  const begun = clock.now();
  const entries = listExportEntries(db, { accountId: account_id, userId: user_id, now: begun, attachments: exports.attachments });
  const file = await exports.files.write(zipOf(entries, begun), signal);
  const now = clock.now();
  const until = new Date(now.getTime() + days(settings.accountExportDays));
  const written = await transact(cx, async (trx) => {
    if (!(await completeExport(trx.db, { id, file, now, until }))) return false;
    await audit(trx, 'account.exported', { kind: 'account_export', id, accountId: account_id }, { bytes: file.bytes });
    const data = { until: until.getTime(), asked: begun.getTime() };
    await queueMail(trx, { accountId: account_id, template: 'export-ready', data, roles: ['owner'], dedupeKey: `export:${id}` });
    return true;
  });
  if (!written) await exports.files.remove([file.key]);
  return written;
}
