/** Files made from the contract are committed; this makes them again and compares. */
import { type Check, type Finding, judgedBy } from './check.ts';

export const generated: Check = {
  name: 'generated',
  run: async (): Promise<Finding> => {
    const finding = await judgedBy('dev/gen/all.ts', ['--check']);
    return finding.problems.length === 0 ? finding : { problems: [...finding.problems, 'Make them again with: npm run gen'] };
  },
};
