/**
 * The operator's operations: each has its entry, a command of the same words, one use case in a file named by its verb, and a test that
 * runs it. A command that acts on rows in any other way is none of the operator's operations, and is named here with what it is about.
 */
import { BINDINGS } from '@innkeeper/cli/operator/all';
import { nounOf } from '@innkeeper/cli/operator/command';
import { OPERATOR_OPERATION_NAMES, operatorOperationOf } from '@innkeeper/contract/operator/all';
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';
import { misplacedUseCase } from './use-case.ts';

/** Commands that are not made of entries: they start, ask or use what is installed, and change no row themselves. */
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
};

export const operator: Check = {
  name: 'operator',
  run: async () => {
    const files = await repositoryFiles((path) => /^(cli|operations)\/.*\.ts$/.test(path));
    const entries = OPERATOR_OPERATION_NAMES.map((name) => ({ name, resource: operatorOperationOf(name).resource }));
    return {
      problems: [...findIncomplete(entries, Object.keys(BINDINGS), files), ...findOtherCommands(entries, files)],
      note: `${entries.length} operations of the operator`,
    };
  },
};

export interface Entry {
  name: string;
  /** `accounts` */
  resource: string;
}

/** Returns a line for each operation without its command, use case or test. */
export function findIncomplete(entries: readonly Entry[], bound: readonly string[], files: readonly RepositoryFile[]): string[] {
  return entries.flatMap(({ name, resource }) => {
    const folder = `operations/operator/${resource}/`;
    const own = files.filter(({ path }) => path.startsWith(folder));
    const tests = own.filter(({ path }) => path.endsWith('.test.ts'));
    const code = own.filter((file) => !tests.includes(file));
    return [
      ...(bound.includes(name) ? [] : [`${name} has no command: a line in cli/commands/${nounOf(name)}.ts.`]),
      ...misplacedUseCase(name, folder, code),
      ...(tests.some(({ text }) => tries(text, name)) ? [] : [`${name} has no test: nothing in ${folder} runs '${name}'.`]),
    ];
  });
}

/** Commands of the program that are neither the noun of an entry nor named above. */
export function findOtherCommands(entries: readonly Entry[], files: readonly RepositoryFile[]): string[] {
  const program = files.find(({ path }) => path === 'cli/program.ts')?.text ?? '';
  const commands = [...program.matchAll(/^ {2}(\w+): async \(\) => \(await import\(/gm)].map(([, name = '']) => name);
  const nouns = new Set(entries.map(({ name }) => nounOf(name)));
  const missing = [...nouns].filter((noun) => !commands.includes(noun));
  const others = commands.filter((command) => !nouns.has(command) && !Object.hasOwn(NOT_OF_ENTRIES, command));
  return [
    ...missing.map((noun) => `cli/program.ts has no command ${noun}.`),
    ...others.map((command) => `The command ${command} is made of no entry of contract/operator.`),
  ];
}

/** A run by name, or a test that is named after it. */
function tries(text: string, name: string): boolean {
  return new RegExp(`\\brun\\(\\s*'${name}'|^\\s*test\\(\\s*['"\`][^'"\`\\n]*\\b${name}\\b`, 'm').test(text);
}
