/**
 * Checks that the forms of the console take their limits from the contract.
 *
 * Each operation that the console sends with a body needs an importer of its rules, or a reason in `dev/gen/console/forms.ts`. A text field
 * cannot do without a rule: its type requires one, and pages may not use elements of the browser instead.
 */
import { calledOperations, consoleSources } from '@innkeeper/console/web/called-operations';
import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { REASONS_WITHOUT_FIELDS } from '../gen/console/forms.ts';
import type { Check } from './check.ts';

export const forms: Check = {
  name: 'forms',
  run: async () => {
    const withBody = OPERATION_NAMES.filter((name) => operationOf(name).body !== undefined);
    return { problems: judgeForms(consoleSources(), withBody, REASONS_WITHOUT_FIELDS) };
  },
};

/** Elements of the browser for text, in folders of pages. Choices, files and searches have no limits of text. */
const BARE_ELEMENT = /<(?:textarea|input(?![^>]*type="(?:file|checkbox|radio|search)"))\b/;
const OF_PAGES = /^(?:pages|shared)\//;

/** Returns the forms whose fields have no rule. `withBody`: operations with a body. `reasons`: those without a field to fill in. */
export function judgeForms(
  sources: ReadonlyMap<string, string>,
  withBody: readonly string[],
  reasons: Readonly<Record<string, string>>,
): string[] {
  const callers = new Map<string, string[]>();
  for (const [path, text] of sources) {
    for (const name of calledOperations(new Map([[path, text]]))) callers.set(name, [...(callers.get(name) ?? []), path]);
  }
  const texts = [...sources.values()];
  const hasRule = (name: string) => texts.some((text) => text.includes(`/fields/${name}.gen.ts'`));
  const unruled = withBody.flatMap((name) => {
    const forms = callers.get(name);
    if (forms === undefined || name in reasons || hasRule(name)) return [];
    const remedy = `give its fields a rule from rules/fields/${name}.gen.ts, or a reason in dev/gen/console/forms.ts`;
    return [`console/web/${forms.join(', ')} sends ${name}, and no field has its limits. Run npm run gen, and ${remedy}.`];
  });
  const stale = Object.keys(reasons).filter((name) => !callers.has(name) || hasRule(name));
  const bare = [...sources].filter(([path, text]) => OF_PAGES.test(path) && BARE_ELEMENT.test(text));
  return [
    ...unruled,
    ...stale.map((name) => `dev/gen/console/forms.ts has a reason for ${name}, which needs none. Remove it.`),
    ...bare.map(([path]) => `console/web/${path} has a text field of the browser. Use TextField or TextArea, which take a rule.`),
  ];
}
