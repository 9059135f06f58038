/**
 * Checks that each operation has an entry, one function in a file of use cases, and a slice test.
 *
 * In every room they are below the same folder or file name, the group: `Server Images` is server-images. A factory may make several
 * operations, if the name of each appears where it is made. One search then finds all code of an operation.
 */
import { callsOperation, groupPath } from '@innkeeper/apps/testing/quick/operation-calls';
import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';
import { CUSTOMER_FILES, homesOf } from './use-case.ts';

export const operations: Check = {
  name: 'operations',
  run: async () => {
    const files = await repositoryFiles((path) => /^(contract|operations|lab)\/.*\.ts$/.test(path));
    return {
      problems: findUnplaced(
        OPERATION_NAMES.map((name) => ({ name, group: groupOf(name) })),
        files,
      ),
      note: `${OPERATION_NAMES.length} operations`,
    };
  },
};

export interface PlacedOperation {
  name: string;
  /** Group, such as `server-images`. */
  group: string;
}

export function findUnplaced(operations: readonly PlacedOperation[], files: readonly RepositoryFile[]): string[] {
  const inRoom = (pattern: RegExp) => files.filter((file) => pattern.test(file.path));
  const code = inRoom(/^(?!.*\.test\.ts$).*\.ts$/);
  return operations.flatMap(({ name, group }) => {
    const problems: string[] = [];
    const within = (room: string, among: readonly RepositoryFile[] = code) =>
      among.filter(({ path }) => path.startsWith(`${room}/${group}/`) || path === `${room}/${group}.ts`);
    const slices = within('lab/slices', files);
    if (!within('contract/operations').some((file) => new RegExp(`^  ${name}: \\w`, 'm').test(file.text))) {
      problems.push(`${name} has no entry in contract/operations/${group}.`);
    }
    const homes = homesOf(name, CUSTOMER_FILES, within('operations'));
    if (homes.length !== 1)
      problems.push(`${name} needs one file in operations/${group} that exports ${name}; ${homes.length || 'none'} found.`);
    if (!slices.some((file) => callsOperation(file.text, name))) {
      problems.push(`${name} has no slice test: nothing in lab/slices/${group}/ calls '${name}', and no title there names it.`);
    }
    return problems;
  });
}

const groupOf = (name: (typeof OPERATION_NAMES)[number]): string => groupPath(operationOf(name).group);
