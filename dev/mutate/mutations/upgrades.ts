import { mutationsOf } from '../mutation.ts';

/** Mutations of the rules by which an upgrade is continued, put back or begun again. */
export const UPGRADES = [
  ...mutationsOf(
    'model/upgrade/phases.ts',
    ['model/upgrade/phases.test.ts'],
    [
      ['a copy never replaces a restored database', 'wasMigrating && isSameDatabase && isMigrated', 'wasMigrating && isMigrated'],
      [
        'an error before the processes answer puts the copy back',
        "return phase === 'migrating' || phase === 'starting';\n}\n\nconst",
        'return false;\n}\n\nconst',
      ],
    ],
  ),
  ...mutationsOf(
    'model/upgrade/copies.ts',
    ['model/upgrade/copies.test.ts'],
    [
      ['only the newest copy is kept', 'place > 0 ||', 'place > 1 ||'],
      ['a copy needs spare room', 'databaseBytes + SPARE_BYTES - freeBytes', 'databaseBytes - freeBytes'],
      ['a copy with other rows is none', 'original.rows[table] !== copy.rows[table]', 'original.rows[table] === undefined'],
    ],
  ),
];
