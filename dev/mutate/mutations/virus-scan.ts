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
      ['what was not read to its end is not clean', "return whole ? { result: 'clean' }", "return true ? { result: 'clean' }"],
      ['an answer that nobody knows is not clean', "if (answer !== 'stream: OK')", "if (!answer.includes('OK'))"],
      ['a scan has an end', 'setTimeout(() => socket.destroy(late), scanMs)', 'setTimeout(() => {}, scanMs)'],
    ],
  ),
  ...mutationsOf(
    'engine/scanner/fair-semaphore.ts',
    ['engine/scanner/fair-semaphore.test.ts'],
    [
      ['no account has all places', 'let next: { key: string; begin(): void } | undefined;', 'let next = [...waiting][0];'],
      ['who has fewer places is first', 'next ? of(next.key) : ofKey', 'next ? 0 : ofKey'],
      [
        'who has waited too long is forgotten',
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
        'a scanner that others keep busy is not away',
        "verdict.result === 'failed');",
        "['failed', 'busy'].includes(verdict.result));",
      ],
      ['what was not read is not clean', 'if (busy) throw unavailable(busy.why);', ''],
    ],
  ),
  ...mutationsOf(
    'domain/scanner/refuse-infected.ts',
    ['lab/slices/support/virus-scan-turns.test.ts'],
    [['each account has turns of its own', 'fairnessKey(actor.accountId)', 'fairnessKey(null)']],
  ),
  ...mutationsOf('domain/scanner/scan.ts', HTTP, [
    ['no answer is not clean', 'if (failed) {', 'if (failed && verdicts.length === 0) {'],
    [
      'the alert closes with the next file that was read',
      "if (settings.away_since !== null && verdicts.some(({ result }) => result !== 'busy')) await recordScannerAvailable(cx);",
      '',
    ],
  ]),
  ...mutationsOf('http/guards/body/body.ts', HTTP, [
    ['files of forms are scanned', 'await scan(context, fileField(rules));', ''],
  ]),
  ...mutationsOf('jobs/handle-received-mail.ts', BY_MAIL, [
    ['an infected file of a mail is not stored', 'if (virus === undefined) files', 'if (true) files'],
  ]),
  ...mutationsOf('domain/mail-in/handle.ts', NO_ROOM, [
    ['files without room are not scanned', '  await requireRoomForMail(cx, destination, mail);\n  return', '  return'],
    ['files that were left alone count', '  if (mail.skippedFiles) await requireRoomForMail(cx, destination, mail);\n', ''],
  ]),
  ...mutationsOf('jobs/handle-received-mail.ts', NO_ROOM, [
    ['what was stored for a refused mail is removed', 'if (!takesFiles(outcome)) await', 'if (false as boolean) await'],
    ['a mail that gets room is looked at again', 'if (found === FILES_SKIPPED && takesFiles(became))', 'if (false as boolean)'],
  ]),
  ...mutationsOf('jobs/mail-scans.ts', BY_MAIL, [
    ['mails do not wait one after the other for what does not answer', 'clock.now() < until', 'false'],
    ['a sender has one mail at the scanner', 'all: ACCOUNT_SLOTS, ofKey: 1', 'all: ACCOUNT_SLOTS, ofKey: ACCOUNT_SLOTS'],
    ['unknown senders keep no member waiting', 'accountId === null ? ofOthers : ofAccounts', 'ofAccounts'],
    ['mail and forms of an account share its places', 'whose: fairnessKey(accountId)', 'whose: fairnessKey(null)'],
  ]),
  ...mutationsOf(
    'db/tables/due-concurrently.ts',
    ['db/tables/due-concurrently.test.ts'],
    [['what comes meanwhile is begun beside what is slow', ', sleep(POLL_INTERVAL_MS)]', ']']],
  ),
  ...mutationsOf(
    'model/scanner.ts',
    ['model/scanner.test.ts'],
    [['files go nowhere in the clear', 'NEARBY.includes(address.range())', "address.range() !== 'multicast'"]],
  ),
];
