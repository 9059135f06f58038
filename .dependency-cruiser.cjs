// Who may import whom. The table below is the one of ARCHITECTURE.md ("Rooms"); change both together, with a reason.
// An entry is a room, one file of a room, or `types:` and a room, of which only types may be imported.

const ROOMS_BUT_TOOLS = [
  ...['model', 'contract', 'db', 'engine', 'domain', 'workflows', 'jobs', 'operations', 'http', 'sdk', 'console'],
  ...['doctor', 'apps', 'cli'],
];

/** @type {Record<string, string[]>} */
const MAY_IMPORT = {
  model: [],
  contract: ['model'],
  db: ['model'],
  engine: ['model'],
  domain: ['model', 'db'],
  workflows: ['model', 'db', 'domain', 'engine'],
  jobs: ['model', 'db', 'domain', 'engine', 'workflows'],
  operations: ['model', 'db', 'domain', 'types:contract'],
  // Rows are what it presents, the transaction around a mutation is its own, and the lock guard looks before the operation does.
  http: ['model', 'contract', 'domain', 'operations', 'types:db', 'db/transaction.ts', 'db/tables/locks.ts'],
  sdk: ['contract'],
  // For browsers; what it shares with the API is what goes over the wire.
  console: [],
  doctor: ['model', 'db', 'engine'],
  // Wires the processes; the command line starts them.
  apps: ['model', 'contract', 'db', 'engine', 'domain', 'workflows', 'jobs', 'operations', 'http', 'sdk', 'console'],
  cli: ['model', 'contract', 'db', 'engine', 'domain', 'workflows', 'operations', 'sdk', 'doctor', 'apps'],
  // These may import every room, but nobody may import them.
  lab: ROOMS_BUT_TOOLS,
  dev: [...ROOMS_BUT_TOOLS, 'lab'],
};

const TEST = '[.]test[.]ts$';
const OURS = `^(${Object.keys(MAY_IMPORT).join('|')})/`;

/** `room` or `room/file.ts` as a pattern that matches nothing longer or shorter. */
const pattern = (entry) => (entry.includes('.') ? `^${entry.replaceAll('.', '[.]')}$` : `^${entry}/`);

/** What a room must not import at all, and of which rooms it must not import more than types. */
function rules(name, room, from, allowed) {
  const typesOf = allowed.filter((entry) => entry.startsWith('types:')).map((entry) => entry.slice('types:'.length));
  const whole = allowed.filter((entry) => !entry.startsWith('types:'));
  const shared = {
    name,
    severity: 'error',
    comment: `${room} may import only: ${allowed.join(', ') || 'nothing of ours'} (the table in .dependency-cruiser.cjs and ARCHITECTURE.md).`,
    from: { path: `^${room}/`, ...from },
  };
  return [
    { ...shared, to: { path: OURS, pathNot: [room, ...whole, ...typesOf].map(pattern) } },
    ...typesOf.map((other) => ({
      ...shared,
      to: { path: pattern(other), pathNot: whole.map(pattern), dependencyTypesNot: ['type-only'] },
    })),
  ];
}

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).flatMap(([room, allowed]) => [
      ...rules(`imports-of-${room}`, room, { pathNot: TEST }, allowed),
      ...rules(`imports-of-${room}-tests`, room, { path: `^${room}/.*${TEST}` }, [
        ...allowed.map((entry) => entry.replace('types:', '')),
        'lab',
      ]),
    ]),
    {
      name: 'no-cycle',
      severity: 'error',
      comment: 'Two files that need each other are one file, or hide a third. (Types may: nothing of them is there at run time.)',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unknown',
      severity: 'error',
      comment: 'The file or package is not there.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-import-of-tests',
      severity: 'error',
      comment: 'What tests share belongs to lab/ or to a file without .test in its name.',
      from: {},
      to: { path: TEST },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^build/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
