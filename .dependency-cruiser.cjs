// Who may import whom. The table below is the one of ARCHITECTURE.md ("Rooms"); change both together, with a reason.
// An entry is a room, or one file of a room.

/** @type {Record<string, string[]>} */
const MAY_IMPORT = {
  model: [],
  contract: ['model'],
  db: ['model'],
  engine: ['model'],
  workflows: ['model', 'db', 'engine'],
  domain: ['model', 'db', 'workflows/enqueue.ts', 'workflows/inputs.ts'],
  http: ['model', 'contract', 'domain'],
  sdk: ['contract'],
  // These may import every room, but nobody may import them.
  apps: ['model', 'contract', 'http', 'domain', 'db', 'workflows', 'engine', 'sdk'],
  lab: ['model', 'contract', 'http', 'domain', 'db', 'workflows', 'engine', 'sdk', 'apps'],
  dev: ['model', 'contract', 'http', 'domain', 'db', 'workflows', 'engine', 'sdk', 'apps', 'lab'],
};

const TEST = '[.]test[.]ts$';
const OURS = `^(${Object.keys(MAY_IMPORT).join('|')})/`;

/** `room` or `room/file.ts` as a pattern that matches nothing longer or shorter. */
const pattern = (entry) => (entry.includes('.') ? `^${entry.replaceAll('.', '[.]')}$` : `^${entry}/`);

const rule = (name, room, from, allowed) => ({
  name,
  severity: 'error',
  comment: `${room} may import only: ${allowed.join(', ') || 'nothing of ours'} (the table in .dependency-cruiser.cjs and ARCHITECTURE.md).`,
  from: { path: `^${room}/`, ...from },
  to: { path: OURS, pathNot: [`^${room}/`, ...allowed].map((entry) => (entry.startsWith('^') ? entry : pattern(entry))) },
});

module.exports = {
  forbidden: [
    ...Object.entries(MAY_IMPORT).flatMap(([room, allowed]) => [
      rule(`imports-of-${room}`, room, { pathNot: TEST }, allowed),
      rule(`imports-of-${room}-tests`, room, { path: `^${room}/.*${TEST}` }, [...allowed, 'lab']),
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
