import { inFile } from '../mutation.ts';

const HTTP = ['lab/slices/support/virus-scan.test.ts'];
const BY_MAIL = ['lab/slices/mail-in-virus-scan.test.ts'];
const NO_ROOM = ['lab/slices/mail-in-room.test.ts'];

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
  ...inFile(
    'engine/scanner/places.ts',
    ['engine/scanner/places.test.ts'],
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
  ...inFile(
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
  ...inFile(
    'domain/scanner/refuse-infected.ts',
    ['lab/slices/support/virus-scan-turns.test.ts'],
    [['each account has turns of its own', 'whoseTurn(actor.accountId)', 'whoseTurn(null)']],
  ),
  ...inFile('domain/scanner/scan.ts', HTTP, [
    ['no answer is not clean', 'if (failed) {', 'if (failed && verdicts.length === 0) {'],
    [
      'the alert closes with the next file that was read',
      "if (settings.away_since !== null && verdicts.some(({ result }) => result !== 'busy')) await scannerIsBack(cx);",
      '',
    ],
  ]),
  ...inFile('http/guards/body/body.ts', HTTP, [['files of forms are scanned', 'await scan(context, fileField(rules));', '']]),
  ...inFile('jobs/handle-received-mail.ts', BY_MAIL, [
    ['an infected file of a mail is not stored', 'if (virus === undefined) files', 'if (true) files'],
  ]),
  ...inFile('domain/mail-in/handle.ts', NO_ROOM, [
    ['files without room are not scanned', '  await requireRoomForMail(cx, destination, mail);\n  return', '  return'],
    ['files that were left alone count', '  if (mail.leftAlone) await requireRoomForMail(cx, destination, mail);\n', ''],
  ]),
  ...inFile('jobs/handle-received-mail.ts', NO_ROOM, [
    ['what was stored for a refused mail is removed', 'if (!takesFiles(outcome)) await', 'if (false as boolean) await'],
    ['a mail that gets room is looked at again', 'if (found === LEFT_ALONE && takesFiles(became))', 'if (false as boolean)'],
  ]),
  ...inFile('jobs/mail-scans.ts', BY_MAIL, [
    ['mails do not wait one after the other for what does not answer', 'clock.now() < until', 'false'],
    ['a sender has one mail at the scanner', 'all: OF_ACCOUNTS, ofKey: 1', 'all: OF_ACCOUNTS, ofKey: OF_ACCOUNTS'],
    ['unknown senders keep no member waiting', 'accountId === null ? ofOthers : ofAccounts', 'ofAccounts'],
    ['mail and forms of an account share its places', 'whose: whoseTurn(accountId)', 'whose: whoseTurn(null)'],
  ]),
  ...inFile(
    'db/tables/due-beside.ts',
    ['db/tables/due-beside.test.ts'],
    [['what comes meanwhile is begun beside what is slow', ', sleep(LOOK_EVERY_MS)]', ']']],
  ),
  ...inFile(
    'model/scanner.ts',
    ['model/scanner.test.ts'],
    [['files go nowhere in the clear', 'NEARBY.includes(address.range())', "address.range() !== 'multicast'"]],
  ),
];
