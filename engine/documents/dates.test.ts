import { documentOf, lineOf } from '@innkeeper/lab/invoices/documents';
import { expect, test } from 'vitest';
import { formatDate } from './text.ts';
import { invoiceXml } from './xml/write.ts';

/** Zone, time, and the date of the document. No zone: issued before documents stored it. */
const DATES: readonly (readonly [zone: string | undefined, at: string, day: string, printed: string])[] = [
  [undefined, '2025-12-31T23:30:00.000Z', '2025-12-31', '31 December 2025'],
  ['UTC', '2025-12-31T23:30:00.000Z', '2025-12-31', '31 December 2025'],
  ['Europe/Vienna', '2025-12-31T23:30:00.000Z', '2026-01-01', '1 January 2026'],
  ['Europe/Vienna', '2025-12-31T22:59:59.999Z', '2025-12-31', '31 December 2025'],
  // 00:30 in Vienna, in winter and in summer.
  ['Europe/Vienna', '2026-03-28T23:30:00.000Z', '2026-03-29', '29 March 2026'],
  ['Europe/Vienna', '2026-03-29T22:30:00.000Z', '2026-03-30', '30 March 2026'],
  ['Europe/Vienna', '2026-10-24T22:30:00.000Z', '2026-10-25', '25 October 2026'],
  ['Europe/Vienna', '2026-10-25T22:30:00.000Z', '2026-10-25', '25 October 2026'],
  ['Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01', '1 January 2026'],
  ['Pacific/Honolulu', '2026-01-01T09:59:59.000Z', '2025-12-31', '31 December 2025'],
];

test.each(DATES)('a document of %s from %s has the date %s', async (zone, at, day, printed) => {
  const document = {
    ...documentOf('credit-note', [lineOf(399n, undefined, { period: { from: at, to: at } })], {
      ...{ issued_at: at, paid: { at, method: 'balance', reference: null } },
      corrects: [{ number: '0000000041', issued_at: at, gross: '479' }],
    }),
    ...(zone !== undefined && { time_zone: zone }),
  };
  expect(formatDate(at, document)).toBe(printed);
  const xml = await invoiceXml(document, 'UBL');
  expect(xml.match(/<cbc:(?:IssueDate|StartDate|EndDate)>[^<]*/g)?.map((element) => element.replace(/.*>/, ''))).toEqual([
    ...[day, day, day, day],
  ]);
  expect(xml).toContain(`Refunded to the account balance on ${printed}.`);
});
