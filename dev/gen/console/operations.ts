/**
 * Generates `console/web/rules/operations.gen.ts`: the API's checks of each operation, for pages that show which operations are available.
 */
import { isMutation } from '@innkeeper/contract/define';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { needsOf } from '@innkeeper/contract/roles';
import { isAllowedByProvider } from '@innkeeper/contract/single-sign-on';
import { PROVIDER_SESSION } from '@innkeeper/domain/sign-in/current-session';
import { CLOSING_MESSAGE } from '@innkeeper/http/guards/ability';
import { FAILURE_CODES } from '@innkeeper/model/failures';

/** Messages of refusals that no file of the model contains. */
const REFUSALS = {
  suspended: FAILURE_CODES.account_suspended,
  closing: CLOSING_MESSAGE,
  provider: PROVIDER_SESSION,
  locked: FAILURE_CODES.locked,
};

export function consoleRules(): string {
  const rows = OPERATION_NAMES.map((name) => `  ${name}: ${JSON.stringify(ruleOf(name))},`);
  return `/** Checks of the API before each operation. Made from the contract by \`npm run gen\`. */
import type { OperationRule } from './rule.ts';

/** Sentences of the API, by the reason of a refusal. */
export const REFUSALS = ${JSON.stringify(REFUSALS, null, 2)} as const;

export const OPERATIONS = {
${rows.join('\n')}
} as const satisfies Record<string, OperationRule>;

export type OperationName = keyof typeof OPERATIONS;
`;
}

function ruleOf(name: OperationName): object {
  const entry = operationOf(name);
  const { locks, takesOver, requires, whileClosing, whileSuspended } = entry;
  return {
    needs: needsOf(entry),
    ...(locks && { locks }),
    ...(takesOver && { takesOver }),
    ...(requires && { requires }),
    ...(isMutation(entry) && !entry.anonymous && { changes: true }),
    ...(whileClosing && { whileClosing }),
    ...(whileSuspended && { whileSuspended }),
    ...(!isAllowedByProvider(name) && { notByProvider: true }),
  };
}
