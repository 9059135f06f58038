import { mutationsOf } from '../mutation.ts';

const HTTP = ['lab/slices/support/virus-scan.test.ts'];
const BY_MAIL = ['lab/slices/mail-in-virus-scan.test.ts'];
const NO_ROOM = ['lab/slices/mail-in-room.test.ts'];

/** Mutations of the virus scan of customers' files. */
export const VIRUS_SCAN = [
  ...mutationsOf(
    'engine/scanner/clamd.ts',
    ['engine/scanner/clamd.test.ts'],
    [
      [
        'a file that was not read completely is not clean',
        "return isComplete ? { result: 'clean' }",
        "return true ? { result: 'clean' }",
      ],
      ['an unknown answer of the scanner is not clean', "if (answer !== 'stream: OK')", "if (!answer.includes('OK'))"],
      ['the duration of a scan is limited', 'setTimeout(() => socket.destroy(late), scanMs)', 'setTimeout(() => {}, scanMs)'],
    ],
  ),
  ...mutationsOf(
    'engine/scanner/fair-semaphore.ts',
    ['engine/scanner/fair-semaphore.test.ts'],
    [
      [
        'one account cannot take all scanner slots',
        'let next: { key: string; begin(): void } | undefined;',
        'let next = [...waiting][0];',
      ],
      ['the account with the fewest scanner slots goes first', 'next ? slotsOf(next.key) : maxPerKey', 'next ? 0 : ofKey'],
      [
        'a request that waited too long leaves the queue',
        '          waiting.delete(one);\n          resolve(false);',
        '          resolve(false);',
      ],
    ],
  ),
  ...mutationsOf(
    'domain/scanner/scan.ts',
    ['lab/slices/support/virus-scan-turns.test.ts'],
    [
      [
        'a busy scanner does not count as unavailable',
        "verdict.result === 'failed');",
        "['failed', 'busy'].includes(verdict.result));",
      ],
      ['a file that a busy scanner did not read is not clean', 'if (busy) throw unavailable(busy.why);', ''],
    ],
  ),
  ...mutationsOf(
    'domain/scanner/refuse-infected.ts',
    ['lab/slices/support/virus-scan-turns.test.ts'],
    [['each account has its own scanner slots', 'fairnessKey(actor.accountId)', 'fairnessKey(null)']],
  ),
  ...mutationsOf('domain/scanner/scan.ts', HTTP, [
    ['a file whose scan failed is not clean', 'if (failed) {', 'if (failed && verdicts.length === 0) {'],
    [
      'the next scanned file resolves the alert',
      "if (settings.away_since !== null && verdicts.some(({ result }) => result !== 'busy')) await recordScannerAvailable(cx);",
      '',
    ],
  ]),
  ...mutationsOf('http/guards/body/body.ts', HTTP, [
    ['files uploaded by form are scanned', 'await scan(context, fileField(rules));', ''],
  ]),
  ...mutationsOf('jobs/handle-received-mail.ts', BY_MAIL, [
    ['an infected file of a mail is not stored', 'if (virus === undefined) files', 'if (true) files'],
  ]),
  ...mutationsOf('domain/mail-in/handle.ts', NO_ROOM, [
    [
      'files are not scanned if there is no space for them',
      '  await requireRoomForMail(cx, destination, mail);\n  return',
      '  return',
    ],
    [
      'skipped files of a mail still require space',
      '  if (mail.skippedFiles) await requireRoomForMail(cx, destination, mail);\n',
      '',
    ],
  ]),
  ...mutationsOf('jobs/handle-received-mail.ts', NO_ROOM, [
    ['the stored files of a refused mail are removed', 'if (!takesFiles(outcome)) await', 'if (false as boolean) await'],
    [
      'a mail for which space became free is handled again with its files',
      'if (found === FILES_SKIPPED && takesFiles(became))',
      'if (false as boolean)',
    ],
  ]),
  ...mutationsOf('jobs/mail-scans.ts', BY_MAIL, [
    ['mails do not wait one after another for a failed scanner', 'clock.now() < until', 'false'],
    [
      'a sender has at most one mail at the scanner',
      'all: ACCOUNT_SLOTS, maxPerKey: 1',
      'all: ACCOUNT_SLOTS, maxPerKey: ACCOUNT_SLOTS',
    ],
    ['unknown senders do not delay members', 'accountId === null ? ofOthers : ofAccounts', 'ofAccounts'],
    ['mails and forms of an account share its scanner slots', 'whose: fairnessKey(accountId)', 'whose: fairnessKey(null)'],
  ]),
  ...mutationsOf(
    'db/tables/due-concurrently.ts',
    ['db/tables/due-concurrently.test.ts'],
    [['a slow item does not delay new items', ', sleep(POLL_INTERVAL_MS)]', ']']],
  ),
  ...mutationsOf(
    'model/scanner.ts',
    ['model/scanner.test.ts'],
    [
      [
        'files are sent unencrypted only within private networks',
        'NEARBY.includes(address.range())',
        "address.range() !== 'multicast'",
      ],
    ],
  ),
];
