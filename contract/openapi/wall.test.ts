/** Each document that the API serves lists the entries of its own audience, all of them and no other. */
import { expect, test } from 'vitest';
import customers from '../openapi.gen.json' with { type: 'json' };
import staff from '../openapi-operator.gen.json' with { type: 'json' };
import { OPERATION_NAMES, operationOf } from '../operations.ts';
import { OPERATOR_ROUTES, SIGN_IN_ROUTES } from '../operator/routes.ts';

interface Listed {
  paths: Record<string, Record<string, unknown>>;
}

/** Lists the operations of a document as method and path, such as `GET /servers`. */
const listed = ({ paths }: Listed): string[] =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));

test.each([
  ['customers', customers as unknown as Listed, OPERATION_NAMES.map(operationOf)],
  ['staff', staff as unknown as Listed, [...OPERATOR_ROUTES, ...SIGN_IN_ROUTES]],
])('the document of %s lists its own entries only', (_audience, document, entries) => {
  expect(listed(document).toSorted()).toEqual(entries.map(({ method, path }) => `${method} ${path}`).toSorted());
});
