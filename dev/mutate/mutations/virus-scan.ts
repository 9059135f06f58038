import { inFile } from '../mutation.ts';

const HTTP = ['lab/slices/support/virus-scan.test.ts'];
const BY_MAIL = ['lab/slices/mail-in-virus-scan.test.ts'];

/** Of files of customers, where the operator has a virus scanner. */
export const VIRUS_SCAN = [
  ...inFile(
    'engine/scanner/clamd.ts',
    ['engine/scanner/clamd.test.ts'],
    [
      ['what was not read to its end is not clean', "return whole ? { result: 'clean' }", "return true ? { result: 'clean' }"],
      ['an answer that nobody knows is not clean', "if (answer !== 'stream: OK')", "if (!answer.includes('OK'))"],
      ['a scan has an end', 'setTimeout(() => socket.destroy(late), scanMs)', 'setTimeout(() => {}, scanMs)'],
    ],
  ),
  ...inFile('domain/scanner/scan.ts', HTTP, [
    ['no answer is not clean', 'if (failed) {', 'if (failed && verdicts.length === 0) {'],
    ['the alert closes with the next file that was read', 'if (settings.away_since !== null) await scannerIsBack(cx);', ''],
  ]),
  ...inFile('http/guards/body/body.ts', HTTP, [
    ['files of forms are scanned', 'await given.scan(context, fieldOf(operation));', ''],
  ]),
  ...inFile('jobs/handle-received-mail.ts', BY_MAIL, [
    ['an infected file of a mail is not stored', 'if (virus === undefined) files', 'if (true) files'],
    ['mails do not wait one after the other for what does not answer', "if (verdict.result === 'failed') failed = verdict;", ''],
  ]),
  ...inFile(
    'model/scanner.ts',
    ['model/scanner.test.ts'],
    [['files go nowhere in the clear', 'NEARBY.includes(address.range())', "address.range() !== 'multicast'"]],
  ),
];
