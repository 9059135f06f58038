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
      "  await requireRoom(home.path, manifest, options.databaseUrl === null ? 'restore' : 'none');\n",
      '',
    ],
  ]),
  ...mutationsOf(
    'workflows/servers/terminate.ts',
    ['lab/slices/servers/end-lost.test.ts'],
    [
      ['a worker checks a lost machine again', '  if (cx.input.lost) return requireLost(cx);\n', ''],
      ['a lost server that fails to end stays', '  if (cx.input.lost) return;\n  const { power }', '  const { power }'],
    ],
  ),
  ...mutationsOf(
    'model/recovery/lost-server.ts',
    ['model/recovery/lost-server.test.ts'],
    [
      [
        'a missing directory is no loss',
        '  if (fileSystem === null) return `The directory',
        "  if (path === '') return `The directory",
      ],
      ['a server that runs on another node is not lost', '  if (runsElsewhere) return explainElsewhere(id);\n', ''],
      ['an empty directory is a loss only after a restore', '  if (machines > 0 || wasRestored) return null;', '  return null;'],
    ],
  ),
];
