import { mutationsOf } from '../mutation.ts';

const COUNTS = ['db/tables/audit-counts/audit-counts.test.ts'];

/** Mutations of the line counts of the audit log. */
export const AUDIT_LOG = [
  ...mutationsOf('db/tables/audit-counts/count.ts', COUNTS, [
    [
      'counting waits for transactions that may add earlier lines',
      '!(await waitForWriters(db, writers, options))',
      '(false as boolean)',
    ],
    ['an audit line is counted only once', 'if (id >= BigInt(upto)) return;', ''],
  ]),
  ...mutationsOf('db/tables/audit-counts/ranges.ts', COUNTS, [
    ['a split range contains only counted lines', '          and id <= ${upto}::bigint) as l', ') as l'],
  ]),
  ...mutationsOf('db/tables/audit-counts/page.ts', COUNTS, [
    ['a page does not count an uncounted line twice', ' and id <= (select id from counted)) end', ') end'],
    ['a period may begin within a range', 'from_at < ${start} or to_at > ${end} as cut', 'to_at > ${end} as cut'],
    ['a period may end within a range', 'from_at < ${start} or to_at > ${end} as cut', 'from_at < ${start} as cut'],
  ]),
];
