/** Generates `sdk/operations.gen.ts`, the HTTP encoding of each operation, and `sdk/errors.gen.ts`, an error class per code. */
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { FAILURE_CODES } from '@innkeeper/model/failures';
import type { Document } from './api.ts';

export function operationTable(document: Document): string {
  const rows = OPERATION_NAMES.map((name) => `  ${name}: ${JSON.stringify(wireOf(name, document))},`);
  return `/** How operations go over the wire. Made from the contract by \`npm run gen\`. */
import type { WireOperation } from './request.ts';

export const OPERATIONS = {
${rows.join('\n')}
} as const satisfies Record<string, WireOperation>;
`;
}

function wireOf(name: OperationName, { paths }: Document): object {
  const { method, path, query, bodyKind, files, reply } = operationOf(name);
  const { parameters = [] } = paths[path]?.[method.toLowerCase()] ?? {};
  return {
    method,
    path,
    ...(query && { query: Object.keys(query.shape) }),
    ...(bodyKind !== 'none' && { body: bodyKind }),
    ...(files && { files: files.field }),
    ...(reply.paginated && { paginated: true }),
    ...(reply.events && { stream: true }),
    ...(reply.secret && method !== 'GET' && { isSentOnce: true }),
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
