/** Checks commands in documents: their names, options and number of arguments must match the program. Also checks keys in guides. */
import { loadProgram } from '@innkeeper/cli/program/program';
import { type Check, type RepositoryFile, repositoryFiles } from './check.ts';
import { findUnknownKeys } from './key-names.ts';

export const commands: Check = {
  name: 'commands',
  run: async () => {
    const documents = await repositoryFiles((file) => file.endsWith('.md'));
    return { problems: [...findWrongCommands(await loadProgram(), documents), ...findUnknownKeys(documents)] };
  },
};

type Command = Awaited<ReturnType<typeof loadProgram>>;

/** A word of a command line: quoted, or without blanks. */
const WORD = /"[^"]*"|'[^']*'|[^\s"']+/g;
/** End of a command: another command, a redirection, a comment, or the next column. */
const END = /\s#|&&|[|;>]|,\s|\s{3}|$/;
const PLACEHOLDER = /^[A-Z][A-Z_.]*$/;

/** Returns a line for each command of the documents that the program does not have. */
export function findWrongCommands(program: Command, documents: readonly RepositoryFile[]): string[] {
  return documents.flatMap(({ path, text }) =>
    codeIn(text).flatMap(({ code, line }) =>
      commandsIn(code, program).flatMap((words) => {
        const problem = judge(program, words);
        if (problem === null) return [];
        const { command, why } = problem;
        return [`${path}:${line} ${why}. Correct the document, or see ./innkeeper ${[...command, '--help'].join(' ')}.`];
      }),
    ),
  );
}

/** Returns lines of code blocks, and spans of other lines. A line that ends with a backslash continues on the next one. */
function codeIn(text: string): { code: string; line: number }[] {
  const rows = text.split('\n');
  let isFenced = false;
  return rows.flatMap((row, i) => {
    if (row.trimStart().startsWith('```')) isFenced = !isFenced;
    const line = i + 1;
    if (isFenced || row.startsWith('    '))
      return rows[i - 1]?.endsWith('\\') ? [] : [{ code: joinContinued(rows.slice(i)), line }];
    return [...row.matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({ code: `${code} `, line }));
  });
}

function joinContinued([row = '', ...next]: readonly string[]): string {
  if (!row.endsWith('\\') || next.length === 0) return row;
  return `${row.slice(0, -1).trimEnd()} ${joinContinued(next).trim()}`;
}

/** Returns the words of each command after `./innkeeper`. A span may omit the program, as tables do: `account list`. */
function commandsIn(code: string, program: Command): string[][] {
  const named = [...code.matchAll(/(?:^|[\s/(])\.?\/innkeeper(?=\s)/g)].map((match) => code.slice(match.index + match[0].length));
  const [first, second] = wordsOf(code);
  const noun = program.commands.find((command) => command.name() === first);
  const isBare = noun !== undefined && (noun.commands.length > 0 ? /^(--)?[a-z][a-z-]*$/ : /^--/).test(second ?? '');
  return [...named, ...(isBare ? [code] : [])].map((rest) => wordsOf(rest.slice(0, END.exec(rest)?.index)));
}

const wordsOf = (text: string): string[] => text.match(WORD) ?? [];

function judge(program: Command, words: readonly string[]): { command: string[]; why: string } | null {
  let command = program;
  const path: string[] = [];
  let rest = [...words];
  for (let word = rest[0]; word !== undefined && command.commands.length > 0 && !word.startsWith('-'); word = rest[0]) {
    if (PLACEHOLDER.test(word)) return null;
    const next = command.commands.find((one) => one.name() === word);
    if (!next && command.registeredArguments.length > 0) break;
    if (!next) {
      const parent = path.length === 0 ? 'there is no command' : `"${path.join(' ')}" has no command`;
      return { command: path, why: `${parent} "${word}"` };
    }
    command = next;
    path.push(word);
    rest = rest.slice(1);
  }
  const why = judgeRest(command, rest);
  return why === null ? null : { command: path, why: `"${path.join(' ')}" ${why}` };
}

/** Returns the problem with the options and arguments of a command, or `null`. */
function judgeRest(command: Command, words: readonly string[]): string | null {
  const left = [...words];
  let args = 0;
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [flag, value] = word.split('=', 2);
    if (!word.startsWith('-')) args += 1;
    else if (!['--help', '--version'].includes(word)) {
      const option = command.options.find(({ long, short }) => long === flag || short === flag);
      if (!option) return `has no option ${flag}`;
      const takes = option.variadic ? left.length : option.required || option.optional ? 1 : 0;
      for (let i = 0; value === undefined && i < takes && !left[0]?.startsWith('-'); i++) left.shift();
    }
    const max = command.registeredArguments.at(-1)?.variadic ? Infinity : command.registeredArguments.length;
    if (args > max) return `takes no "${word}"`;
  }
  return null;
}
