/** Writes exports of accounts that were asked for. */
import {
  type AccountExport,
  asOnlyWriter,
  completeExport,
  dueExports,
  findExport,
  invoicesToExport,
  postponeExport,
} from '@innkeeper/db/tables/account-exports';
import { forEachDue } from '@innkeeper/db/tables/due';
import { wantInvoiceFiles } from '@innkeeper/db/tables/invoices/files';
import { entriesOf } from '@innkeeper/domain/account-exports/entries';
import { zipOf } from '@innkeeper/domain/archives/zip';
import { audit } from '@innkeeper/domain/audit';
import { transact } from '@innkeeper/domain/context';
import { queueMail } from '@innkeeper/domain/mail/queue';
import { days, hours, minutes, seconds } from '@innkeeper/model/clock';
import type { ExportsContext } from '../job.ts';

/** Invoices are rendered in a second or two each, other accounts' in turn. What is not there after this long is named in the archive. */
const RENDERED_WITHIN_MS = hours(6);
const LOOK_AGAIN_MS = seconds(5);
const RENDERED_AT_A_TIME = 50;
/** The files of an account's tickets, 1 GiB, take a minute to compress. */
const LONGEST_MS = minutes(30);
/** No file is older that no row has: it takes half an hour at most to write one. */
export const UNFINISHED_MS = hours(1);

/** Returns how many were written. They are written one after the other, whichever process does it. */
export async function writeAccountExports(cx: ExportsContext): Promise<number | undefined> {
  const { db, clock } = cx;
  return asOnlyWriter(db, () =>
    forEachDue(cx, {
      name: 'write-account-exports',
      kind: 'account export',
      find: (except) => dueExports(db, clock.now(), except),
      act: async (due) => !(await waitForInvoices(cx, due)) && write(cx, due),
    }),
  );
}

/** Whether it has to wait for invoices that were never rendered, as nobody had downloaded them. */
async function waitForInvoices({ db, clock }: ExportsContext, { id, account_id, created_at }: AccountExport): Promise<boolean> {
  const now = clock.now();
  if (now.getTime() - created_at.getTime() > RENDERED_WITHIN_MS) return false;
  const missing = await invoicesToExport(db, { accountId: account_id, after: 0, limit: RENDERED_AT_A_TIME, missing: true });
  if (missing.length === 0) return false;
  await wantInvoiceFiles(
    db,
    missing.map((invoice) => invoice.id),
    'pdf',
    now,
  );
  await postponeExport(db, id, new Date(now.getTime() + LOOK_AGAIN_MS));
  return true;
}

/** A file first, then its row: what is interrupted leaves a file without a row, which is swept. */
async function write(cx: ExportsContext, { id, account_id, user_id }: AccountExport): Promise<boolean> {
  const { db, clock, settings, exports, stopping } = cx;
  if ((await findExport(db, id))?.status !== 'pending') return false;
  const signal = AbortSignal.any([AbortSignal.timeout(LONGEST_MS), ...(stopping ? [stopping] : [])]);
  const begun = clock.now();
  const entries = entriesOf(db, { accountId: account_id, userId: user_id, now: begun, attachments: exports.attachments });
  const file = await exports.files.write(zipOf(entries, begun), signal);
  const now = clock.now();
  const until = new Date(now.getTime() + days(settings.accountExportDays));
  const written = await transact(cx, async (trx) => {
    if (!(await completeExport(trx.db, { id, file, now, until }))) return false;
    await audit(trx, 'account.exported', { kind: 'account_export', id, accountId: account_id }, { bytes: file.bytes });
    const data = { until: until.getTime(), asked: begun.getTime() };
    await queueMail(trx, { accountId: account_id, template: 'export-ready', data, roles: ['owner'], once: `export:${id}` });
    return true;
  });
  if (!written) await exports.files.remove([file.key]);
  return written;
}
