import { FAILURE_CODES, type FailureCode } from '@innkeeper/model/failures';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import type { StatusTable } from './openapi/responses.ts';
import { openApiDocument } from './openapi.ts';
import { OPERATION_NAMES, operationOf } from './operations.ts';

// A table with one status for all failures. The real table is in `http`, and the document accepts any table.
const status = Object.fromEntries(Object.keys(FAILURE_CODES).map((code) => [code, 400])) as StatusTable;
const usual = openApiDocument({ serverUrl: '/v1', status, description: 'What it is.' });
const make = (known?: Partial<StatusTable>) =>
  known === undefined
    ? usual
    : openApiDocument({ serverUrl: 'https://api.example.com/v1', status: { ...status, ...known }, description: 'What it is.' });

interface Parameter {
  name: string;
  schema: object;
}
interface Operation {
  operationId: string;
  parameters: Parameter[];
  responses: Record<string, object>;
  [extension: `x-${string}`]: unknown;
}
const at = (document: object, path: string, method: string): Operation =>
  (document as { paths: Record<string, Record<string, Operation>> }).paths[path]?.[method] as Operation;

describe('the OpenAPI document', () => {
  it('is valid in one validator', async () => {
    const result = await new Validator().validate(make() as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('is valid in another validator', async () => {
    const config = await createConfig('extends: [spec]');
    const problems = await lintFromString({ source: JSON.stringify(make()), absoluteRef: 'openapi.json', config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
  });

  it('has an operation for every entry of the contract', () => {
    for (const name of OPERATION_NAMES) {
      const { path, method } = operationOf(name);
      expect(at(make(), path, method.toLowerCase())).toMatchObject({ operationId: name });
    }
  });

  it('describes the format of parameters', () => {
    const find = (path: string, name: string) => at(make(), path, 'get').parameters.find((parameter) => parameter.name === name);
    expect(find('/servers', 'per_page')).toMatchObject({ required: false, schema: { type: 'integer', minimum: 1, maximum: 50 } });
    expect(find('/servers', 'filter[status]')).toMatchObject({ style: 'form', explode: false, schema: { type: 'array' } });
    expect(find('/servers/{id}', 'include[]')).toMatchObject({ style: 'form', explode: true });
    expect(find('/servers/{id}', 'id')).toMatchObject({ in: 'path', required: true, schema: { type: 'integer' } });
  });

  it('accepts an Idempotency-Key for every authenticated change whose reply is not a file', () => {
    const document = make();
    for (const name of OPERATION_NAMES) {
      const { path, method, reply, anonymous } = operationOf(name);
      const takes = JSON.stringify(at(document, path, method.toLowerCase()).parameters).includes('Idempotency-Key');
      expect(takes, name).toBe(method !== 'GET' && reply.contentType === undefined && !anonymous);
    }
  });

  it('lists each failure under its status, with the body of that status', () => {
    const document = make({ validation: 422, wrong_state: 422, locked: 423, rate_limited: 429, not_found: 404 });
    const { responses } = at(document, '/servers/{server}/restart', 'post');
    expect(Object.keys(responses)).toEqual(['200', '400', '404', '422', '423', '429']);
    expect(responses['422']).toEqual({ $ref: '#/components/responses/ValidationOrWrongState' });
    const { components } = document as { components: { responses: Record<string, object> } };
    expect(components.responses.Locked).toMatchObject({
      headers: { 'Retry-After': {}, 'X-RateLimit-Limit': {}, 'X-Request-Id': {} },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Locked' } } },
    });
  });

  it('has one component per type, which allows additional properties in replies', () => {
    const document = make({ validation: 422 }) as { components: { schemas: Record<string, object> } };
    const { schemas } = document.components;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Server', 'Order', 'Plan', 'SshKey', 'ValidationError']));
    expect(schemas.Server).not.toHaveProperty('additionalProperties');
    expect(schemas.Server).toMatchObject({ properties: { plan: { $ref: '#/components/schemas/Plan' } } });
  });

  it('lists every failure code', () => {
    const { schemas } = (make() as { components: { schemas: { ErrorCode: { enum: FailureCode[] } } } }).components;
    expect(schemas.ErrorCode.enum).toEqual(Object.keys(FAILURE_CODES));
  });
});
