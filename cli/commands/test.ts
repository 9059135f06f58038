/** `./innkeeper test`: everything that CI runs, on a machine that need have nothing but Node. */

import { terminalReport } from '@innkeeper/apps/terminal/report';
import { runAll } from '@innkeeper/apps/testing/run-all';
import { preparePackages } from '@innkeeper/apps/up/packages';
import { TEST_PACKAGES } from '@innkeeper/engine/host/packages';
import { Command } from 'commander';

export function testCommand(): Command {
  return new Command('test')
    .description('run the checks and all tests')
    .argument('[vitest...]', 'passed on to vitest: files, -t PATTERN, --project NAME (then only these tests are run)')
    .passThroughOptions()
    .allowUnknownOption()
    .action(async (args: string[]) => {
      await preparePackages(terminalReport(), TEST_PACKAGES);
      process.exitCode = await runAll(args);
    });
}
