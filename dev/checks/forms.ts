/**
 * Checks that each form of the console takes its limits from the contract.
 *
 * A form is a `.tsx` file that sends an operation with a body. It imports the operation's rules, or has no text field and imports a file
 * that does. A text field cannot do without a rule: its type requires one, and pages may not use elements of the browser instead.
 */
import path from 'node:path';
import { calledOperations, consoleSources, sentOperations } from '@innkeeper/console/web/called-operations';
import { OPERATION_NAMES, operationOf } from '@innkeeper/contract/operations';
import { REASONS_WITHOUT_FIELDS } from '../gen/console/forms.ts';
import type { Check } from './check.ts';
import { FORMS_WITHOUT_FIELDS } from './forms-without-fields.ts';

export const forms: Check = {
  name: 'forms',
  run: async () => {
    const withBody = OPERATION_NAMES.filter((name) => operationOf(name).body !== undefined);
    return { problems: judgeForms(consoleSources(), withBody, REASONS_WITHOUT_FIELDS, FORMS_WITHOUT_FIELDS) };
  },
};

/** Elements of the browser for text, in folders of pages. Choices, files and searches have no limits of text. */
const BARE_ELEMENT = /<(?:textarea|input(?![^>]*type="(?:file|checkbox|radio|search)"))\b/;
const OF_PAGES = /^(?:pages|shared)\//;
const TEXT_FIELD = /<Text(?:Field|Area)\b/;
/** An import of values. Types say nothing about fields. */
const IMPORT = /^import (?!type\b)[^;]*? from '(\.[^']+)';/gm;

type Sources = ReadonlyMap<string, string>;
type Reasons = Readonly<Record<string, string>>;

/** Form that sends an operation. */
interface Form {
  file: string;
  operation: string;
}

/**
 * Returns the forms whose fields have no rule. `withBody`: operations with a body. `reasons`: operations without a field to fill in.
 * `formReasons`: the same for one form, by its file.
 */
export function judgeForms(
  sources: Sources,
  withBody: readonly string[],
  reasons: Reasons,
  formReasons: Readonly<Record<string, Reasons>> = {},
): string[] {
  const sent = formsOf(sources, withBody);
  const called = calledOperations(sources);
  const hasReason = ({ file, operation }: Form) => operation in reasons || operation in (formReasons[file] ?? {});
  const unruled = sent.filter((form) => !hasReason(form) && !hasRule(form, sources));
  const isNeeded = (form: Form) =>
    !(form.operation in reasons) && sent.some((one) => isSame(one, form)) && !hasRule(form, sources);
  const given = Object.entries(formReasons).flatMap(([file, ofFile]) =>
    Object.keys(ofFile).map((operation) => ({ file, operation })),
  );
  const stale = Object.keys(reasons).filter(
    (name) => !called.has(name) || [...sources.values()].some((text) => imports(text, name)),
  );
  const bare = [...sources].filter(([file, text]) => OF_PAGES.test(file) && BARE_ELEMENT.test(text));
  return [
    ...unruled.map(describeUnruled),
    ...stale.map((name) => `dev/gen/console/forms.ts has a reason for ${name}, which needs none. Remove it.`),
    ...given
      .filter((form) => !isNeeded(form))
      .map(
        ({ file, operation }) =>
          `dev/checks/forms-without-fields.ts has a reason for ${operation} in ${file}, which needs none. Remove it.`,
      ),
    ...bare.map(([file]) => `console/web/${file} has a text field of the browser. Use TextField or TextArea, which take a rule.`),
  ];
}

const isSame = (a: Form, b: Form): boolean => a.file === b.file && a.operation === b.operation;

const describeUnruled = ({ file, operation }: Form): string => {
  const remedy = `give its fields a rule from rules/fields/${operation}.gen.ts`;
  const place = 'dev/gen/console/forms.ts, or for this form alone in dev/checks/forms-without-fields.ts';
  return `console/web/${file} sends ${operation}, and no field has its limits. Run npm run gen, and ${remedy}, or a reason in ${place}.`;
};

/** Returns each file that sends an operation with a body. */
function formsOf(sources: Sources, withBody: readonly string[]): Form[] {
  return [...sources].flatMap(([file, text]) => {
    const names = sentOperations(text);
    return withBody.filter((name) => names.has(name)).map((operation) => ({ file, operation }));
  });
}

const imports = (text: string, operation: string): boolean => text.includes(`/fields/${operation}.gen.ts'`);

/** Returns whether a form has the rules. A `.ts` file has no fields, so one of the files that import it must have the rules. */
function hasRule({ file, operation }: Form, sources: Sources): boolean {
  const isRuled = (one: string): boolean => {
    const text = sources.get(one) ?? '';
    if (imports(text, operation)) return true;
    return !TEXT_FIELD.test(text) && importedBy(one, text).some((other) => imports(sources.get(other) ?? '', operation));
  };
  if (file.endsWith('.tsx')) return isRuled(file);
  return [...sources].some(([other, text]) => importedBy(other, text).includes(file) && isRuled(other)) || isRuled(file);
}

const importedBy = (file: string, text: string): string[] =>
  [...text.matchAll(IMPORT)].map(([, to = '']) => path.posix.join(path.posix.dirname(file), to));
