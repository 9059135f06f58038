import { describe, expect, it, test } from 'vitest';
import {
  addressesNamed,
  isSentTo,
  MAX_SOURCES,
  readArf,
  readReportedTime,
  readXarfJson,
  readXarfText,
  sourceAddress,
} from './abuse-report.ts';

test('parses ARF fields, some of which repeat', () => {
  const text =
    'Feedback-Type: abuse\r\nUser-Agent: x\r\nVersion: 1\r\nArrival-Date: Thu, 8 Mar 2026\r\n 17:40:36 -0400\r\nsource-ip: 192.0.2.1\r\nSource-IP: 2001:db8::1';
  expect(readArf(text)).toEqual({
    ...{ format: 'ARF', type: 'abuse', sources: ['192.0.2.1', '2001:db8::1'] },
    time: 'Thu, 8 Mar 2026 17:40:36 -0400',
  });
  expect(readArf('nothing')).toEqual({ format: 'ARF', type: null, sources: [], time: null });
  const many = Array.from({ length: 100 }, (_, at) => `Source-IP: 192.0.2.${at}`).join('\n');
  expect(readArf(many).sources).toHaveLength(MAX_SOURCES);
});

test('parses XARF as JSON of two versions, or as lines', () => {
  const time = '2026-03-08T17:40:36Z';
  const three = {
    Version: '3',
    ReporterInfo: {},
    Report: { ReportClass: 'Activity', ReportType: 'Spam', Date: time, SourceIp: '192.0.2.1' },
  };
  const four = { xarf_version: '4.0.0', category: 'messaging', type: 'spam', timestamp: time, source_identifier: '192.0.2.1' };
  const same = { format: 'XARF', sources: ['192.0.2.1'], time };
  expect(readXarfJson(JSON.stringify(three))).toEqual({ ...same, type: 'Spam' });
  expect(readXarfJson(JSON.stringify(four))).toEqual({ ...same, type: 'spam' });
  expect(readXarfText(`Category: abuse\nReport-Type: spam\nDate: ${time}\nSource-Type: ipv4\nSource: 192.0.2.1\n`)).toEqual({
    ...same,
    type: 'spam',
  });
  for (const other of ['[]', '{}', '{"a":', 'null', '1']) expect(readXarfJson(other)).toBeNull();
  expect(readXarfJson('{"xarf_version":"4","source_identifier":["192.0.2.1","192.0.2.2"],"timestamp":7}')).toMatchObject({
    ...{ sources: ['192.0.2.1', '192.0.2.2'], time: null },
  });
  expect(readXarfText('Source: the internet')).toBeNull();
});

/** Each line: a source as reports write it, and its address. A new form is one line. */
const SOURCES: [source: string, address: string | null][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1 (web1.example)', '192.0.2.1'],
  ['192.0.2.1 (was 192.0.2.2)', '192.0.2.1'],
  ['(mx 192.0.2.2) 192.0.2.1', '192.0.2.1'],
  ['web1.example (192.0.2.1)', '192.0.2.1'],
  ['web1.example [192.0.2.1]', '192.0.2.1'],
  ['192.0.2.1:25', '192.0.2.1'],
  ['[192.0.2.1]:25', '192.0.2.1'],
  ['[2001:db8::1]:25', '2001:db8::1'],
  ['[IPv6:2001:db8::1]', '2001:db8::1'],
  ['192[.]0[.]2[.]1', '192.0.2.1'],
  ['192.0.2(.)1', '192.0.2.1'],
  ['192[dot]0[dot]2[dot]1', '192.0.2.1'],
  ['2001[:]db8[:][:]1', '2001:db8::1'],
  ['hxxp://192[.]0[.]2[.]1/login', '192.0.2.1'],
  ['192.0.2.1/32', '192.0.2.1'],
  ['192.0.2.1, 192.0.2.2', '192.0.2.1'],
  ['"192.0.2.1"', '192.0.2.1'],
  ['ip=192.0.2.1;', '192.0.2.1'],
  ['192.0.2.1.', '192.0.2.1'],
  [' [192.0.2.1] ', '192.0.2.1'],
  ['IPv6:2001:DB8::0001', '2001:db8::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['fe80::1%eth0', null],
  ['999.1.1.1', null],
  ['192.0.2.0/24', null],
  ['host.example', null],
  ['1.2.3.4.example', null],
  ['', null],
];

test.each(SOURCES)('%s is %s', (source, address) => expect(sourceAddress(source)).toBe(address));

test('finds addresses in a sentence', () => {
  const text = 'From 192.0.2.1, [192.0.2.2]:25, 192.0.2.3:443 and 2001:db8::1. Not 1.2.3, at 10:20:30. Again 192.0.2.1.';
  expect(addressesNamed(text)).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.3', '2001:db8::1']);
  expect(addressesNamed(Array.from({ length: 100 }, (_, at) => `192.0.2.${at}`).join(' '))).toHaveLength(MAX_SOURCES);
});

describe('the time of a report:', () => {
  const arrived = new Date('2026-03-09T12:00:00Z');
  it.each([
    ['Sun, 08 Mar 2026 17:40:36 -0400', '2026-03-08T21:40:36Z', 'given'],
    ['Sun, 08 Mar 2026 17:40:36 -0400 (EDT)', '2026-03-08T21:40:36Z', 'given'],
    ['2026-03-08T17:40:36+05:30', '2026-03-08T12:10:36Z', 'given'],
    ['2026-03-08T17:40:36', '2026-03-08T17:40:36Z', 'given'],
    ['8 Mar 2026 17:40', '2026-03-08T17:40:00Z', 'given'],
    ['Mon, 09 Mar 2026 13:30:00 +0100', '2026-03-09T12:00:00Z', 'given'],
    ['Tue, 10 Mar 2026 13:30:00 +0100', '2026-03-09T12:00:00Z', 'future'],
    ['yesterday', '2026-03-09T12:00:00Z', 'unreadable'],
    [null, '2026-03-09T12:00:00Z', 'missing'],
  ])('%s', (time, at, reason) => {
    expect(readReportedTime(time, arrived)).toEqual({ at: new Date(at), reason });
  });
});

test('ignores a tag when comparing addresses', () => {
  expect(isSentTo('abuse@shop.example', ['a@b.example', 'abuse+isp@shop.example'])).toBe(true);
  for (const other of ['abuse@other.example', 'abuse2@shop.example', 'xabuse@shop.example'])
    expect(isSentTo('abuse@shop.example', [other])).toBe(false);
});
