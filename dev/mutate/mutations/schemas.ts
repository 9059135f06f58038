import { mutationsOf } from '../mutation.ts';

const JUDGED = ['db/judge-schema.test.ts', 'model/schema-judgement.test.ts'];

/** Mutations of the judgement of a database before a start changes it. */
export const SCHEMAS = [
  ...mutationsOf('model/schema-judgement.ts', JUDGED, [
    ['a database with another digest is refused', 'recorded[name]?.digest !== digests[name]', 'recorded[name] === undefined'],
    [
      'a database with a gap in its migrations is refused',
      'applied.some((name, at) => name !== names[at])',
      "applied.includes('')",
    ],
    [
      'an earlier database is refused unless its tables are known',
      "if (!recorded && fingerprints[applied.at(-1) ?? ''] !== facts.fingerprint) {",
      "if (!recorded && facts.fingerprint === '') {",
    ],
    [
      'tables of another program are not migrated',
      "facts.hasTables ? unknown({ kind: 'foreign' }) :",
      "facts.hasTables === null ? unknown({ kind: 'foreign' }) :",
    ],
  ]),
  ...mutationsOf('db/migrate.ts', JUDGED, [
    ['migrations record their digests', '        await recordDigests(trx);\n', ''],
    ['migrations run only on a known schema', '      await refuseIncompatible(connection);\n', ''],
  ]),
  ...mutationsOf(
    'apps/up/refuse-database.ts',
    ['apps/up/refuse-database.test.ts'],
    [['only a home that this code started last is not judged', ' || isCurrent(state ?? {})', '']],
  ),
];
