/** Programs of tests: source text that runs in a process of its own, on the project's sources. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** Returns Node's arguments for a program. It reads `args` from `process.argv.slice(2)`; its imports are relative to the working directory. */
export const programArguments = (source: string, args: readonly string[]): string[] => [
  '--input-type=module-typescript',
  '--eval',
  source,
  '--',
  'program',
  ...args,
];

/** Starts a program whose imports are relative to `directory`. Without other options it writes where the test does. */
export function startProgram(
  source: string,
  directory: string,
  args: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const stdio: SpawnOptions['stdio'] = ['ignore', 'inherit', 'inherit'];
  return spawn(process.execPath, programArguments(source, args), { stdio, ...options, cwd: directory });
}
