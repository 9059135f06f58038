/**
 * Checks the OpenAPI document with external tools: linters, another validator, and the regular expressions of other languages.
 *
 * dev/openapi/clients.process.test.ts tests the clients that generators make from it.
 */
import { patternProblem, patternsOf, refusedByPython, refusedByRe2 } from '../openapi/patterns.ts';
import { installTools, runTool } from '../openapi/tools.ts';
import { type Check, type Finding, repositoryFiles, root } from './check.ts';

const DOCUMENT = 'contract/openapi.gen.json';

export const openapi: Check = {
  name: 'openapi',
  downloads: true,
  run: async () => {
    const [file] = await repositoryFiles((path) => path === DOCUMENT);
    if (!file) return { problems: [`${DOCUMENT} is not there: npm run gen`] };
    await installTools(root);
    const linted = JSON.parse(await runTool(root, 'lint', [DOCUMENT])) as string[];
    const { problems, ...note } = await patternsIn(file.text);
    return { problems: [...linted, ...problems], ...note };
  },
};

async function patternsIn(text: string): Promise<Finding> {
  const found = patternsOf(JSON.parse(text) as Parameters<typeof patternsOf>[0]);
  const patterns = [...found.keys()];
  const [python, re2] = await Promise.all([refusedByPython(patterns), refusedByRe2(root, patterns)]);
  const problems = patterns.flatMap((pattern) => {
    const words = [
      patternProblem(pattern),
      ...(python?.has(pattern) ? [`is refused by Python: ${python.get(pattern)}`] : []),
      ...(re2.has(pattern) ? [`is refused by RE2: ${re2.get(pattern)}`] : []),
    ];
    return words.flatMap((problem) =>
      problem === undefined ? [] : [`${found.get(pattern)}: the pattern ${pattern} ${problem}`],
    );
  });
  return { problems, note: `${patterns.length} patterns${python ? '' : ', Python is not there to try them'}` };
}
