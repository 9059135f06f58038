/** Checks that committed generated files are up to date, by generating them again. */
import { type Check, type Finding, runNodeScript } from './check.ts';

export const generated: Check = {
  name: 'generated',
  run: async (): Promise<Finding> => {
    const finding = await runNodeScript('dev/gen/all.ts', ['--check']);
    return finding.problems.length === 0 ? finding : { problems: [...finding.problems, 'Make them again with: npm run gen'] };
  },
};
