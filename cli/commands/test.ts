/**
 * `./innkeeper test`: runs everything that CI runs, on a machine that has only Node. `--quick` runs first what a change is likely to break.
 */

import { terminalReport } from '@innkeeper/apps/terminal/report';
import { runQuick } from '@innkeeper/apps/testing/quick/run';
import { runAll } from '@innkeeper/apps/testing/run-all';
import { preparePackages } from '@innkeeper/apps/up/packages';
import { TEST_PACKAGES } from '@innkeeper/engine/host/packages';
import { Command } from 'commander';

export function testCommand(): Command {
  return new Command('test')
    .description('run all checks and tests')
    .argument('[vitest...]', 'arguments for vitest, which select tests: files, -t PATTERN, --project NAME')
    .option('--quick', 'run the checks format, language and types, and tests of fast and system near files changed since HEAD')
    .option('--since <commit>', 'with --quick: commit to compare with', 'HEAD')
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (args: string[], { quick, since }: { quick?: true; since: string }) => {
      if (quick) {
        process.exitCode = await runQuick(since);
        return;
      }
      await preparePackages(terminalReport(), TEST_PACKAGES);
      process.exitCode = await runAll(args);
    });
}
