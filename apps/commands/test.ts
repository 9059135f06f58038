/** `./innkeeper test`: everything that CI runs, on a machine that need have nothing but Node. */
import { TEST_PACKAGES } from '@innkeeper/engine/host/packages';
import { Command } from 'commander';
import { terminalReport } from '../terminal/report.ts';
import { runAll } from '../testing/run-all.ts';
import { preparePackages } from '../up/packages.ts';

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
