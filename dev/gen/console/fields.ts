/** Generates `console/web/rules/fields/OPERATION.gen.ts`: the limits of each field of a body, from its entry in the contract. */
import { type OperationName, operationOf } from '@innkeeper/contract/operations';
import { formOperations } from './forms.ts';
import { rulesOf } from './rules.ts';

/** Fields that the browser fills in. */
const OF_BROWSER = ['passkey', 'credential'];

/** Returns the generator of each file, by path. */
export function fieldFiles(names = formOperations()): Record<string, () => string> {
  return Object.fromEntries(names.map((name) => [`console/web/rules/fields/${name}.gen.ts`, () => fieldsOf(name)]));
}

/** Returns the rules of an operation's fields. Throws if the operation has no body. */
function fieldsOf(name: OperationName): string {
  const { body } = operationOf(name);
  if (!body) throw new Error(`${name} has no body to fill in`);
  const typed = Object.entries(rulesOf(body)).filter(([field]) => !OF_BROWSER.includes(field));
  const rows = typed.map(([field, rule]) => `  ${field}: ${JSON.stringify(rule)},`);
  return `/** Limits of the fields of ${name}. Made from the contract by \`npm run gen\`. */
import type { FieldRules } from '../field.ts';

export const fields = {
${rows.join('\n')}
} as const satisfies FieldRules;
`;
}
