/**
 * Generates the HTTP encoding of each operation (`sdk/operations.gen.ts`, `sdk/staff-operations.gen.ts`), and an error class per code
 * (`sdk/errors.gen.ts`).
 */
import { FAILURE_CODES } from '@innkeeper/model/failures';
import { type Audience, type ClientOperation, type Document, describedIn } from './audience.ts';

export function operationTable({ operations, document }: Audience): string {
  const rows = operations.map((operation) => `  ${operation.name}: ${JSON.stringify(wireOf(operation, document))},`);
  return `/** How operations go over the wire. Made from the contract by \`npm run gen\`. */
import type { WireOperation } from './request.ts';

export const OPERATIONS = {
${rows.join('\n')}
} as const satisfies Record<string, WireOperation>;
`;
}

function wireOf(operation: ClientOperation, document: Document): object {
  const { method, path, query, body, files, answer, isSentOnce } = operation;
  const { parameters } = describedIn(document, operation);
  return {
    ...{ method, path, query, body, files },
    ...(answer === 'page' && { paginated: true }),
    ...(answer === 'events' && { stream: true }),
    ...(isSentOnce && { isSentOnce }),
    ...(parameters.some(({ $ref }) => $ref?.endsWith('/Idempotency-Key')) && { idempotent: true }),
  };
}

export function errorClasses(): string {
  const codes = Object.entries(FAILURE_CODES).map(([code, meaning]) => ({ code, meaning, name: classOf(code) }));
  const classes = codes.map(({ meaning, name }) => `/** ${meaning} */\nexport class ${name} extends ApiError {}\n`);
  return `/** A class per code of a refusal. Made from the list of failures by \`npm run gen\`. */
import { ApiError } from './api-error.ts';

${classes.join('\n')}
/** By the word that the API answers. */
export const ERRORS = {
${codes.map(({ code, name }) => `  ${code}: ${name},`).join('\n')}
} as const;
`;
}

/** Returns the class of a code: `NotFoundError` for `not_found`. */
const classOf = (code: string): string =>
  `${code.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase())}Error`;
