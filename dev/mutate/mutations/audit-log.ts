import { mutationsOf } from '../mutation.ts';

const COUNTS = ['db/tables/audit-counts/audit-counts.test.ts'];

/** Mutations of counts of the audit log. */
export const AUDIT_LOG = [
  ...mutationsOf('db/tables/audit-counts/count.ts', COUNTS, [
    ['nobody adds a line below those that are counted', '!(await waitForWriters(db, writers, options))', '(false as boolean)'],
    ['lines are counted once', 'if (id >= BigInt(upto)) return;', ''],
  ]),
  ...mutationsOf('db/tables/audit-counts/ranges.ts', COUNTS, [
    ['a range that is divided holds what is counted', '          and id <= ${upto}::bigint) as l', ') as l'],
  ]),
  ...mutationsOf('db/tables/audit-counts/page.ts', COUNTS, [
    ['a line that is not counted is counted once', ' and id <= (select id from counted)) end', ') end'],
    ['a period begins amid a range', 'from_at < ${start} or to_at > ${end} as cut', 'to_at > ${end} as cut'],
    ['a period ends amid a range', 'from_at < ${start} or to_at > ${end} as cut', 'from_at < ${start} as cut'],
  ]),
];
