/** The command `./innkeeper`. */
import { EmbeddedError } from '@innkeeper/db/embedded/error';
import { EngineError } from '@innkeeper/engine/compute/port';
import { Failure } from '@innkeeper/model/failures';
import { Command } from 'commander';
import { accountCommand } from './commands/account.ts';
import { demoCommand } from './commands/demo.ts';
import { doctorCommand } from './commands/doctor.ts';
import { downCommand } from './commands/down.ts';
import { operationsCommand } from './commands/operations.ts';
import { sshCommand } from './commands/ssh.ts';
import { statusCommand } from './commands/status.ts';
import { superviseCommand } from './commands/supervise.ts';
import { testCommand } from './commands/test.ts';
import { tokenCommand } from './commands/token.ts';
import { upCommand } from './commands/up.ts';
import { FatalStart } from './processes/messages.ts';
import { Refusal } from './terminal/refusal.ts';

const program = new Command('innkeeper')
  .description('Hosts virtual servers: sell, run, protect and support them through one API.')
  .showHelpAfterError('(./innkeeper --help tells more)')
  .helpCommand(false)
  .enablePositionalOptions()
  .addCommand(upCommand())
  .addCommand(downCommand())
  .addCommand(statusCommand())
  .addCommand(demoCommand())
  .addCommand(sshCommand())
  .addCommand(accountCommand())
  .addCommand(tokenCommand())
  .addCommand(operationsCommand())
  .addCommand(doctorCommand())
  .addCommand(testCommand())
  .addCommand(superviseCommand(), { hidden: true });

try {
  await program.parseAsync();
} catch (error) {
  fail(error);
}

/** One clear sentence for what we know, the bare message for what we don't; the stack only for who asks for it. */
function fail(error: unknown): void {
  const known = [Refusal, EmbeddedError, EngineError, FatalStart, Failure].some((kind) => error instanceof kind);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`innkeeper: ${known ? message : `something went wrong: ${message}`}\n`);
  if (process.env.INNKEEPER_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exitCode = error instanceof Refusal ? error.exitCode : 1;
}
