import { mutationsOf } from '../mutation.ts';

const REQUESTS = ['lab/cross-cutting/disk-space.test.ts'];

export const SPACE = [
  ...mutationsOf('http/guards/space.ts', REQUESTS, [
    [
      "customers' changes are refused without space",
      'if (!isReadMethod(request.method) && space.isShort()) throw withoutSpace();',
      '',
    ],
  ]),
  ...mutationsOf('http/app.ts', REQUESTS, [
    ['the staff is admitted without space', ', everyRequest: inOrder(...ofStaff) });', ' });'],
    [
      'a session keeps its secret without space',
      'if (recovery.isOn() || space.isShort()) return undefined;',
      'if (recovery.isOn()) return undefined;',
    ],
  ]),
  ...mutationsOf(
    'model/space.ts',
    ['model/space.test.ts'],
    [
      [
        'guests that write are paused before the ballast is deleted',
        'databaseNeedsRoom || atMs - shortSinceMs >= SHORT_MS',
        'databaseNeedsRoom || atMs - shortSinceMs >= 0',
      ],
      ['PostgreSQL that needs room gets the ballast at once', 'databaseNeedsRoom || atMs', 'atMs'],
      ['a small disk has small limits', 'Math.min(1, totalBytes / WHOLE_BYTES)', '1'],
    ],
  ),
];
