/** Programs of tests: source text that runs in a separate process with the project's sources. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/**
 * Returns Node's arguments for a program. The program reads `args` from `process.argv.slice(2)`. Its imports are relative to the working
 * directory.
 */
export const programArguments = (source: string, args: readonly string[]): string[] => [
  '--input-type=module-typescript',
  '--eval',
  source,
  '--',
  'program',
  ...args,
];

/** Starts a program whose imports are relative to `directory`. By default it writes to the output of the test. */
export function startProgram(
  source: string,
  directory: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const stdio: SpawnOptions['stdio'] = ['ignore', 'inherit', 'inherit'];
  return spawn(process.execPath, programArguments(source, args), { stdio, ...options, cwd: directory });
}
