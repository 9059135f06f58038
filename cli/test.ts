/**
 * `./innkeeper test`: the run of a newcomer. With `CI` in the environment it is the run of a landing, with `--everything` it runs all tests.
 * `--quick` tests what a change is likely to break, and arguments select tests. Runs on a machine that has only Node.
 */
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { runQuick } from '@innkeeper/apps/testing/quick/run';
import { runAll, runSome } from '@innkeeper/apps/testing/run-all';
import { preparePackages } from '@innkeeper/apps/up/packages';
import { TEST_PACKAGES } from '@innkeeper/engine/host/packages';
import { Command } from 'commander';

interface Options {
  quick?: true;
  everything?: true;
  since: string;
}

const HELP = `
Without arguments, the tests run in stages, and end after the first red stage. With CI in the environment, those run that decide about a change.
INNKEEPER_TEST_SEED repeats the draw of a run.`;

export function testCommand(): Command {
  return new Command('test')
    .description('run all checks and tests')
    .argument('[vitest...]', 'arguments for vitest, which select tests: files, -t PATTERN, --project NAME')
    .option('--quick', 'run the checks format, language and types, and tests of fast and system near files changed since HEAD')
    .option('--everything', 'run also tests that take minutes or other programs, and write docs/everything.md')
    .option('--since <commit>', 'with --quick: commit to compare with', 'HEAD')
    .passThroughOptions()
    .allowUnknownOption()
    .addHelpText('after', HELP)
    .action(async (args: string[], { quick, everything, since }: Options) => {
      if (everything && (quick || args.length > 0))
        throw new CommandError('--everything takes neither --quick nor arguments for vitest.', 2);
      if (quick) {
        process.exitCode = await runQuick(since);
        return;
      }
      await preparePackages(terminalReport(), TEST_PACKAGES);
      if (args.length > 0) process.exitCode = await runSome(args);
      else process.exitCode = await runAll(everything ? 'everything' : process.env.CI === undefined ? 'newcomer' : 'landing');
    });
}
