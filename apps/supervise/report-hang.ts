/**
 * Reports a process that was restarted because it did not answer: in a report file, in the log and as an alert. No alert is opened during a
 * recovery.
 */
import type { Database } from '@innkeeper/db/schema';
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { isRecovering } from '@innkeeper/db/tables/recovering';
import { describeHang } from '@innkeeper/model/installation/hung-process';
import type { Kysely } from 'kysely';
import { withUrl } from '../installation/database.ts';
import { logLine, type OnLine } from './log-line.ts';
import { writeReport } from './report-files.ts';
import type { Hang } from './watch-answers.ts';

interface HangContext {
  /** `api` or `worker`. */
  name: string;
  node: string;
  /** Directory of the report files. */
  reports: string;
  /** URL of the database for its owner. */
  databaseUrl: string;
  log: OnLine;
}

/** Reports the hang. Never throws: errors are logged. The log line is complete even without a database. */
export async function reportHang(hang: Hang, { name, node, reports, databaseUrl, log }: HangContext): Promise<void> {
  const { unansweredSeconds, isStopped, report, underWay } = hang;
  const stack = report?.stack ?? [];
  const logFailure = (what: string) => (error: unknown) => {
    log(logLine(what, { process: name, error: String(error) }));
    return null;
  };
  const reportFile = report
    ? await writeReport(reports, { name, at: new Date() }, { stack, underWay, ...report.report }).catch(
        logFailure('the diagnostic report was not written'),
      )
    : null;
  const message = describeHang({ name, node, unansweredSeconds, isStopped, stack, underWay, reportFile });
  log(logLine(message, { process: name, stack, underWay, reportFile }));
  const alert = { kind: 'process_hung', key: `process:${name}@${node}`, message } as const;
  const open = async (db: Kysely<Database>): Promise<void> => {
    // During a recovery, the sequence can return an alert id that was already used after the backup.
    if (!(await isRecovering(db))) await alertOnce(db, alert);
  };
  await withUrl(databaseUrl, open).catch(logFailure('the alert process_hung was not opened'));
}
