/** Plans the workflow of a new operation: its file with a first step, its kind, its lock reason. Pure. */
import { InvalidRequest, insertBeforeLast, type ReadFile } from './edit.ts';
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
const LOCK_REASONS = 'model/lock-reasons.ts';

/** Parses a kind. Throws `Refused` if it is invalid, or if its resource is not that of the path. */
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

/** Returns the new text, by path, of the workflow's own file and of the tables that name it. */
export function planWorkflow(workflow: NewWorkflow, read: ReadFile): Map<string, string> {
  const { resource, act } = workflow;
  const file = `workflows/${FOLDERS[resource]}/${act}.ts`;
  if (read(file) !== undefined) throw new InvalidRequest(`${file} is there already.`);
  const files = new Map([[file, definitionText(workflow)]]);
  files.set(
    KINDS,
    insertBeforeLast(read(KINDS) ?? '', /^\} as const satisfies Record<string, KindSpec>;$/m, kindText(workflow), KINDS),
  );
  const reasons = read(LOCK_REASONS) ?? '';
  if (!reasons.includes(`  '${act}',\n`))
    files.set(LOCK_REASONS, insertBeforeLast(reasons, /^\] as const;$/m, `  '${act}',\n`, LOCK_REASONS));
  return files;
}

function definitionText({ resource, act }: NewWorkflow): string {
  const kind = `${resource}.${act}`;
  return `/** To be written: what it does, and what is as before when it fails. */
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, noUndo, type StepContext } from '../define.ts';

type Input = InputOf<'${kind}'>;

export const ${resource}${act.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())} = defineWorkflow<Input>({
  kind: '${kind}',
  failureMessage: 'To be written.',
  steps: [{ name: 'first', run: first, undo: noUndo('to be written'), attempts: 5, deadlineMs: minutes(5) }],
  finish: async () => {},
  undone: async () => {},
});

async function first(_cx: StepContext<Input>): Promise<undefined> {
  throw new Error('${kind} is not written yet');
}
`;
}

function kindText({ resource, act }: NewWorkflow): string {
  const rest = `locks: ['${act}'], lockDeadlineMs: minutes(15), lane: 'interactive', irreversible: null, label: '${resource === 'server' ? '' : `${resource}-`}${act}'`;
  return resource === 'server'
    ? `  'server.${act}': server({}, { ${rest} }),\n`
    : `  '${resource}.${act}': { resource: '${resource}', input: z.strictObject({ ${resource}Id: Id }), ${rest} },\n`;
}
