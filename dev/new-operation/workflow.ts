/** Plans the workflow of a new operation: its file with a first step, its kind, and its scenario. Pure. */
import { InvalidRequest, insertAtEnd, insertBeforeLast, type ReadFile, readRequired, withImports } from './edit.ts';
import { rowName } from './names.ts';
import type { NewOperation } from './plan.ts';

/** Workflow, such as `server.change-primary-ip`. */
export interface NewWorkflow {
  resource: 'server' | 'iso' | 'copy';
  /** Second part of the kind, such as `change-primary-ip`. */
  act: string;
}

const RESOURCES = ['server', 'iso', 'copy'] as const;
const FOLDERS = { server: 'servers', iso: 'isos', copy: 'copies' } as const satisfies Record<NewWorkflow['resource'], string>;
const KINDS = 'domain/workflows/kinds.ts';
/** File and list of the scenarios that run with those of the new workflow. */
const SCENARIOS = {
  server: { file: 'server-power', list: 'POWER_SCENARIOS' },
  iso: { file: 'isos', list: 'ISO_SCENARIOS' },
  copy: { file: 'copies', list: 'COPY_SCENARIOS' },
} as const satisfies Record<NewWorkflow['resource'], object>;

/** Parses a kind. Throws `InvalidRequest` if it is invalid, or if its resource is not that of the path. */
export function parseKind(kind: string, { name, kinds }: Pick<NewOperation, 'name' | 'kinds'>): NewWorkflow {
  const [prefix, act = ''] = kind.split('.');
  const resource = RESOURCES.find((one) => one === prefix);
  if (!resource || !/^[a-z]+(-[a-z]+)*$/.test(act))
    throw new InvalidRequest(`A workflow is called server.ACT, iso.ACT or copy.ACT, and not ${kind}.`);
  const [named = 'nothing'] = kinds;
  const lockable = named === 'snapshot' || named === 'backup' ? 'copy' : named;
  if (lockable !== resource) throw new InvalidRequest(`The path of ${name} names ${named}, so its workflow can't be ${kind}.`);
  return { resource, act };
}

/** Returns the new text, by path, of the workflow's own file and of the table of kinds. */
export function planWorkflow(workflow: NewWorkflow, read: ReadFile): Map<string, string> {
  const { resource, act } = workflow;
  const file = `workflows/${FOLDERS[resource]}/${act}.ts`;
  if (read(file) !== undefined) throw new InvalidRequest(`${file} is there already.`);
  const kinds = readRequired(read, KINDS, 'It names each kind of workflow.');
  const end = /^\} as const satisfies Record<string, KindSpec>;$/m;
  return new Map([
    [file, definitionText(workflow)],
    [KINDS, insertBeforeLast(kinds, end, kindText(workflow), KINDS)],
  ]);
}

/** Returns the file with the scenario, and its new text. `home`: file of the function that starts the workflow. */
export function planScenario(
  { name, kinds: [named = ''], workflow }: NewOperation & { workflow: NewWorkflow },
  home: string,
  read: ReadFile,
): [string, string] {
  const { resource, act } = workflow;
  const { file, list } = SCENARIOS[resource];
  const path = `lab/torture/scenarios/${file}.ts`;
  const text = insertAtEnd(
    readRequired(read, path, 'It has the scenarios of these workflows.'),
    { start: new RegExp(`^export const ${list}\\b`, 'm'), end: /^\];$/m },
    scenarioText(name, named, workflow),
    path,
  );
  const imports = [
    `import { ${name} } from '@innkeeper/${home.replace(/\.ts$/, '')}';`,
    `import { ${variableOf(workflow)} } from '@innkeeper/workflows/${FOLDERS[resource]}/${act}';`,
    "import { inputOf } from '../../path-rows.ts';",
    "import { asCaller, queuedFor } from './caller.ts';",
    ...(file === 'server-power' ? [] : ["import { activeServer } from './server-power.ts';"]),
    ...(resource === 'server' ? [] : [GIVEN[resource]]),
  ];
  return [path, withImports(text, imports)];
}

const GIVEN = {
  iso: "import { givenIso } from '../../given-isos.ts';",
  copy: "import { givenCopy } from '../../given-copies.ts';",
} as const;

function scenarioText(name: string, named: string, workflow: NewWorkflow): string {
  const kind = `${workflow.resource}.${workflow.act}`;
  const row = {
    server: '',
    iso: '      const id = await givenIso(lab.db, { account_id });\n',
    copy: `      const { id } = await givenCopy(lab.db, { serverId, kind: '${named}' });\n`,
  }[workflow.resource];
  const server = { server: 'id, account_id', iso: 'account_id', copy: 'id: serverId, account_id' }[workflow.resource];
  return `  {
    name: '${kind}',
    definition: ${variableOf(workflow)},
    begin: async (lab) => {
      const { ${server} } = await activeServer(lab);
${row}      await asCaller(lab, account_id, async (cx) => ${name}(cx, await inputOf(cx, '${name}', { id })));
      const workflowIds = await queuedFor(lab, [id], '${named}');
      return { workflowIds, check: () => Promise.reject(new Error('write me: what ${kind} leaves')) };
    },
  },
`;
}

function definitionText({ resource, act }: NewWorkflow): string {
  const kind = `${resource}.${act}`;
  return `/** To be written: what it does, and what is as before when it fails. */
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, noUndo } from '../define.ts';

type Input = InputOf<'${kind}'>;

export const ${variableOf({ resource, act })} = defineWorkflow<Input>({
  kind: '${kind}',
  failureMessage: 'To be written.',
  steps: [{ name: 'first', run: async () => undefined, undo: noUndo('to be written'), attempts: 5, deadlineMs: minutes(5) }],
  finish: async () => {},
  undone: async () => {},
});
`;
}

/** Returns the variable of a workflow: `serverSetLink` for `server.set-link`. */
const variableOf = ({ resource, act }: NewWorkflow): string => rowName(`${resource}_${act.replaceAll('-', '_')}`);

function kindText({ resource, act }: NewWorkflow): string {
  const rest = `locks: ['${act}'], lockDeadlineMs: minutes(15), lane: 'interactive', irreversible: null, label: '${resource === 'server' ? '' : `${resource}-`}${act}'`;
  return resource === 'server'
    ? `  'server.${act}': server({}, { ${rest} }),\n`
    : `  '${resource}.${act}': { resource: '${resource}', input: z.strictObject({ ${resource}Id: Id }), ${rest} },\n`;
}
