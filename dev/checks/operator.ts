/**
 * Checks the operator's operations. Each has its entry, a command, one use case in a file named by its verb, and a test
 * that runs it.
 *
 * A command that changes rows in any other way is not allowed. Commands without entries are listed here with their purpose.
 */
import { BINDINGS } from '@innkeeper/cli/operator/all';
import { nounOf } from '@innkeeper/cli/operator/command';
import { OPERATOR_OPERATION_NAMES, operatorOperationOf } from '@innkeeper/contract/operator/all';
import type { OperatorOperation } from '@innkeeper/contract/operator/define';
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';
import { homesOf, STAFF_FILES } from './use-case.ts';

/** Commands without entries. They start, query or use what is installed, and change no rows themselves. */
const NOT_OF_ENTRIES: Readonly<Record<string, string>> = {
  up: 'starts processes',
  down: 'stops processes and guests',
  supervise: 'is a process of up',
  worker: 'is the process of a further node',
  config: 'reads and writes the file of a home',
  status: 'shows what runs',
  demo: 'is a customer of the API',
  api: 'is a customer of the API',
  ssh: 'logs in to a guest',
  operations: 'lists the contract',
  doctor: 'looks at the host',
  test: 'runs the tests',
  backup: 'copies what is installed',
  systemd: 'writes units of the host',
  guests: 'stops machines, as the host does when it ends',
};

export const operator: Check = {
  name: 'operator',
  run: async () => {
    const files = await repositoryFiles((path) => /^(cli|operations)\/.*\.ts$/.test(path));
    const entries = OPERATOR_OPERATION_NAMES.map((name) => ({ name, ...operatorOperationOf(name) }));
    return {
      problems: [...findIncomplete(entries, Object.keys(BINDINGS), files), ...findOtherCommands(entries, files)],
      note: `${entries.length} operations of the operator`,
    };
  },
};

export interface Entry {
  name: string;
  /** Resource, such as `accounts`. */
  resource: string;
  /** Noun and verb of the command. */
  command: OperatorOperation['command'];
}

/** Returns a line for each operation without its command, use case or test. */
export function findIncomplete(entries: readonly Entry[], bound: readonly string[], files: readonly RepositoryFile[]): string[] {
  return entries.flatMap(({ name, resource, command }) => {
    const home = `operations/${resource}.staff`;
    const own = files.filter(({ path }) => path.startsWith(home) || isStaffFile(path, resource));
    const tests = own.filter(({ path }) => path.endsWith('.test.ts'));
    const code = own.filter((file) => !tests.includes(file));
    const homes = homesOf(name, STAFF_FILES, code);
    return [
      ...(bound.includes(name) ? [] : [`${name} has no command: a line in cli/${nounOf({ command })}.ts.`]),
      ...(homes.length === 1 ? [] : [`${name} needs one file ${home}.ts that exports ${name}; ${homes.length || 'none'} found.`]),
      ...(tests.some(({ text }) => tries(text, name)) ? [] : [`${name} has no test: nothing in ${home} runs '${name}'.`]),
    ];
  });
}

/** Returns whether a file belongs to a resource whose operations fill a folder: `operations/tickets/answer.staff.ts`. */
const isStaffFile = (path: string, resource: string): boolean =>
  path.startsWith(`operations/${resource}/`) && /\.staff(\.\w+)*\.ts$/.test(path);

/** Returns a line for each command of the program that is neither the noun of an entry nor listed above. */
export function findOtherCommands(entries: readonly Entry[], files: readonly RepositoryFile[]): string[] {
  const program = files.find(({ path }) => path === 'cli/program/program.ts')?.text ?? '';
  const commands = [...program.matchAll(/^ {2}(\w+): async \(\) => \(await import\(/gm)].map(([, name = '']) => name);
  const nouns = new Set(entries.map(nounOf));
  const missing = [...nouns].filter((noun) => !commands.includes(noun));
  const others = commands.filter((command) => !nouns.has(command) && !Object.hasOwn(NOT_OF_ENTRIES, command));
  return [
    ...missing.map((noun) => `cli/program/program.ts has no command ${noun}.`),
    ...others.map((command) => `The command ${command} is made of no entry of contract/operator.`),
  ];
}

/** Returns whether a test runs the operation by name, or has its name in a title. */
function tries(text: string, name: string): boolean {
  return new RegExp(`\\brun\\(\\s*'${name}'|^\\s*test\\(\\s*['"\`][^'"\`\\n]*\\b${name}\\b`, 'm').test(text);
}
