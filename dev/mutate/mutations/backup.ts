import { mutationsOf } from '../mutation.ts';

const READ = ['apps/backup/read.test.ts'];

/** Mutations of the proof that a backup is genuine. */
export const BACKUP = [
  ...mutationsOf(
    'model/backup/authenticity.ts',
    ['model/backup/authenticity.test.ts'],
    [
      ['a backup needs a code since the host has a key', 'takenAt < since)', 'takenAt <= since)'],
      [
        'a code that contradicts a key is never accepted',
        "(found === 'other-key' ? acceptsOtherKey : acceptsUnsigned)",
        'acceptsUnsigned',
      ],
      ['the code covers the whole manifest', 'const covered = json.slice(0, -1);', "const covered = '{}';"],
    ],
  ),
  ...mutationsOf('apps/backup/read.ts', READ, [
    ['a backup of other tables is refused', 'if (foreign) throw', "if (foreign === '') throw"],
    ['a backup without a matching code is refused', 'if (refused) throw', "if (refused === '') throw"],
    ['a file that the manifest lacks is refused', '&& !isCovered(name))', "&& !isCovered(name) && name === '')"],
    ['a file with other bytes is refused', '!== sha256)', "=== '')"],
  ]),
  ...mutationsOf('apps/backup/restore.ts', READ, [
    [
      'a backup of another time than its name is asked about',
      '  await refuseOtherTime(options, new Date(manifest.taken_at));\n',
      '',
    ],
    [
      'a restore needs room on the disk',
      '  await requireRoom(home.path, manifest, { loadsDatabase: options.databaseUrl === null });\n',
      '',
    ],
  ]),
];
