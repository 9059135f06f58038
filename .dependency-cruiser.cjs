// Who may import whom: the tables of dev/rooms.cjs, as rules.

const { DIALOGS, FLOORS, MAY_IMPORT } = require('./dev/rooms.cjs');

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
    comment: `${room} may import only: ${allowed.join(', ') || 'nothing of ours'} (the table in dev/rooms.cjs and ARCHITECTURE.md).`,
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

/** What each entry of a floor must not import: others of its floor, and those above. Each file of the room is on a floor. */
function floorRules(room, floors) {
  const fileOrFolder = (entry) => `^${room}/${entry.replaceAll('.', '[.]')}(/|[.]tsx?$)`;
  const shared = { severity: 'error', comment: `The floors of ${room} are in FLOORS of dev/rooms.cjs.` };
  return [
    ...floors.flatMap((entries, i) =>
      entries.map((entry) => ({
        ...shared,
        name: `floor-of-${room}-${entry}`,
        from: { path: fileOrFolder(entry), pathNot: TEST },
        to: {
          path: `^${room}/`,
          pathNot: [`^${room}/node_modules/`, ...[entry, ...floors.slice(0, i).flat()].map(fileOrFolder)],
        },
      })),
    ),
    {
      ...shared,
      name: `no-floor-in-${room}`,
      from: { path: `^${room}/`, pathNot: [...floors.flat().map(fileOrFolder), TEST] },
      to: {},
    },
  ];
}

/** Who must not import a building block of dialogs, and who is listed without a need. */
function dialogRules(block, reasons) {
  const whole = (file) => `^console/${file.replaceAll('.', '[.]')}$`;
  const name = /([^/]+)[.]tsx$/.exec(block)[1];
  return {
    forbidden: {
      name: `import-of-${name}`,
      severity: 'error',
      comment:
        'A dialog without steps is a FormDialog of console/web/shared. Others stand in DIALOGS of dev/rooms.cjs, with a reason.',
      from: { path: '^console/', pathNot: [...Object.keys(reasons).map(whole), TEST] },
      to: { path: whole(block) },
    },
    required: Object.keys(reasons).map((file) => ({
      name: `no-import-of-${name}`,
      severity: 'error',
      comment: 'It stands in DIALOGS of dev/rooms.cjs without a need.',
      module: { path: whole(file) },
      to: { path: whole(block) },
    })),
  };
}
const DIALOG_RULES = Object.entries(DIALOGS).map(([block, reasons]) => dialogRules(block, reasons));

module.exports = {
  required: DIALOG_RULES.flatMap(({ required }) => required),
  forbidden: [
    ...DIALOG_RULES.map(({ forbidden }) => forbidden),
    ...Object.entries(FLOORS).flatMap(([room, floors]) => floorRules(room, floors)),
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
      name: 'no-circle-of-types',
      severity: 'error',
      comment: 'In the engine and the console, types need no circle either: what two files share is in a file below both.',
      from: { path: '^(engine|console)/', pathNot: TEST },
      to: { circular: true },
    },
    {
      name: 'own-resource',
      severity: 'error',
      comment: 'What a second resource needs stands in domain/, present/ or model/. Approvals carry operations of others out.',
      from: { path: '^operations/([^/.]+)', pathNot: ['^operations/(all[.]|approvals[./])', TEST] },
      to: { path: '^operations/', pathNot: ['^operations/$1[/.]', '^operations/define[.]'] },
    },
    {
      name: 'pages-of-the-console',
      severity: 'error',
      comment: 'A page of the console imports no other page. What two of them use belongs to shared/ or data/.',
      from: { path: '^console/web/pages/([^/]+)/' },
      to: { path: '^console/web/pages/', pathNot: '^console/web/pages/$1/' },
    },
    {
      name: 'wall-customers',
      severity: 'error',
      comment: 'What serves customers, or both, imports nothing that serves staff. Shared rules belong to domain/.',
      from: {
        path: '^(operations|present|contract|http)/',
        pathNot: [
          '[.]staff[.]',
          '^contract/(operator|openapi)/',
          '^http/(guards/staff/|(chains|run)/staff[.]ts$)',
          // Opens all chains.
          '^http/(app|options)[.]ts$',
          TEST,
        ],
      },
      to: { path: '[.]staff[.]|^contract/operator/|^http/guards/staff/|^http/(chains|run)/staff[.]ts$' },
    },
    {
      name: 'wall-staff',
      severity: 'error',
      comment: 'What serves staff imports no operation, guard of tokens or cookie of customers.',
      from: { path: '^operations/.*[.]staff[.]ts$|^http/guards/staff/|^http/(chains|run)/staff[.]ts$', pathNot: TEST },
      to: {
        path: '^operations/|^http/guards/token/|^http/(chains|run)/customers[.]ts$|^present/(session|sign-on)-cookie[.]ts$',
        pathNot: '[.]staff[.]',
      },
    },
    {
      name: 'wall-customers-client',
      severity: 'error',
      comment: 'Programs of customers contain no operation of the staff, which have an entry point of their own.',
      from: { path: '^sdk/', pathNot: ['^sdk/staff', TEST] },
      to: { path: '^sdk/staff' },
    },
    {
      name: 'wall-staff-client',
      severity: 'error',
      comment: 'The client of the staff shares machinery with that of customers, but none of its operations.',
      from: { path: '^sdk/staff', pathNot: TEST },
      to: { path: '^sdk/(index|client|api[.]gen|operations[.]gen|follow|wait|webhooks)[.]ts$' },
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
    // Beside the build: programs with packages of their own, which are installed only for who runs them.
    exclude: { path: '^build/|^dev/openapi-tools/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
