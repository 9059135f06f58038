/** Tells the operator of a process that was restarted because it did not answer: report, log and alert. */
import { alertOnce } from '@innkeeper/db/tables/alerts';
import { describeHang } from '@innkeeper/model/hung-process';
import { withUrl } from '../installation/database.ts';
import { logLine, type OnLine } from './log-line.ts';
import { writeReport } from './report-files.ts';
import type { Hang } from './watch-answers.ts';

interface HangPlace {
  /** `api` or `worker`. */
  name: string;
  node: string;
  /** Directory of the reports. */
  reports: string;
  /** URL of the database for its owner. */
  databaseUrl: string;
  log: OnLine;
}

/** Never throws: what fails is logged. The log has everything even without a database. */
export async function tellOfHang(hang: Hang, { name, node, reports, databaseUrl, log }: HangPlace): Promise<void> {
  const { unansweredSeconds, isStopped, report, underWay } = hang;
  const stack = report?.stack ?? [];
  const failed = (what: string) => (error: unknown) => {
    log(logLine(what, { process: name, error: String(error) }));
    return null;
  };
  const reportFile = report
    ? await writeReport(reports, { name, at: new Date() }, { stack, underWay, ...report.report }).catch(
        failed('the diagnostic report was not written'),
      )
    : null;
  const message = describeHang({ name, node, unansweredSeconds, isStopped, stack, underWay, reportFile });
  log(logLine(message, { process: name, stack, underWay, reportFile }));
  const alert = { kind: 'process_hung', key: `process:${name}@${node}`, message } as const;
  await withUrl(databaseUrl, (db) => alertOnce(db, alert)).catch(failed('the alert process_hung was not opened'));
}
