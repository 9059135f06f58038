/** The command `./innkeeper`. */

import { FatalStart } from '@innkeeper/apps/processes/messages';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { EmbeddedError } from '@innkeeper/db/embedded/error';
import { IncompatibleDatabase } from '@innkeeper/db/incompatible';
import { EngineError } from '@innkeeper/engine/compute/port';
import { Failure } from '@innkeeper/model/failures';
import { Command } from 'commander';
import { version } from '../package.json';
import { nameAllThatIsMissing } from './missing-arguments.ts';

/** In the order in which help lists them. Only the one that is asked for is loaded: that halves the time to its first line. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  up: async () => (await import('./commands/up.ts')).upCommand(),
  down: async () => (await import('./commands/down.ts')).downCommand(),
  status: async () => (await import('./commands/status.ts')).statusCommand(),
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  ssh: async () => (await import('./commands/ssh.ts')).sshCommand(),
  account: async () => (await import('./commands/account.ts')).accountCommand(),
  token: async () => (await import('./commands/token.ts')).tokenCommand(),
  server: async () => (await import('./commands/server.ts')).serverCommand(),
  workflow: async () => (await import('./commands/workflow.ts')).workflowCommand(),
  node: async () => (await import('./commands/node.ts')).nodeCommand(),
  plan: async () => (await import('./commands/plan.ts')).planCommand(),
  image: async () => (await import('./commands/image.ts')).imageCommand(),
  operations: async () => (await import('./commands/operations.ts')).operationsCommand(),
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand(),
  test: async () => (await import('./commands/test.ts')).testCommand(),
};

/** For `up --detach` alone. */
const INTERNAL: typeof COMMANDS = {
  supervise: async () => (await import('./commands/supervise.ts')).superviseCommand(),
};

try {
  const program = new Command('innkeeper')
    .description('Hosts virtual servers: sell, run, protect and support them through one API.')
    .version(version)
    .showHelpAfterError('(./innkeeper --help tells more)')
    .helpCommand(false)
    .enablePositionalOptions();
  const wanted = process.argv[2] ?? '';
  const named = COMMANDS[wanted] ?? INTERNAL[wanted];
  for (const load of named ? [named] : Object.values(COMMANDS)) program.addCommand(await load());
  endMisuse(program);
  nameAllThatIsMissing(program);
  await program.parseAsync();
} catch (error) {
  fail(error);
}

/** What was typed can't be meant so: 2, as for most commands. That what was asked can't be done is 1. */
function endMisuse(command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
  for (const inner of command.commands) endMisuse(inner);
}

/** One clear sentence for what we know, the bare message for what we don't; the stack only for who asks for it. */
function fail(error: unknown): void {
  const known = [Refusal, EmbeddedError, IncompatibleDatabase, EngineError, FatalStart, Failure].some(
    (kind) => error instanceof kind,
  );
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`innkeeper: ${known ? message : `something went wrong: ${message}`}\n`);
  if (process.env.INNKEEPER_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = error instanceof Refusal ? error.exitCode : 1;
}
