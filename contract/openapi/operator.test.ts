import { FAILURE_CODES } from '@innkeeper/model/failures';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { staffSessions } from '../operations/sessions.staff.ts';
import { OPERATOR_ROUTES, SIGN_IN_ROUTES } from '../operator/routes.ts';

import { operatorDocument } from './operator.ts';
import type { StatusTable } from './responses.ts';

const status = Object.fromEntries(Object.keys(FAILURE_CODES).map((code) => [code, 400])) as StatusTable;
const document = operatorDocument({ serverUrl: '/v1', status });

it('is valid in two validators', async () => {
  const result = await new Validator().validate(structuredClone(document) as Record<string, unknown>);
  expect(result.errors ?? []).toEqual([]);
  const config = await createConfig('extends: [spec]');
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  expect(problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([]);
});

it('has every route, with its allowed roles and summary', () => {
  const { paths } = document as {
    paths: Record<string, Record<string, { 'x-roles': string[]; summary: string; tags: string[] }>>;
  };
  for (const { path, method, roles, entry } of OPERATOR_ROUTES)
    expect(paths[path]?.[method.toLowerCase()]).toMatchObject({ 'x-roles': roles, summary: entry.summary, tags: ['Operator'] });
});

it('describes forms with files, and replies that are files', () => {
  const { paths } = document as {
    paths: Record<string, Record<string, { requestBody: { content: object }; responses: Record<string, { content: object }> }>>;
  };
  const reply = paths['/operator/tickets/{ticket}/reply']?.post?.requestBody.content;
  const file = expect.objectContaining({ items: expect.objectContaining({ format: 'binary' }), maxItems: 10 });
  expect(reply).toMatchObject({
    'application/json': { schema: { properties: { message: expect.anything(), resolve: expect.anything() } } },
    'multipart/form-data': { schema: { properties: { message: expect.anything(), 'attachments[]': file } } },
  });
  expect(Object.keys(paths['/operator/accounts']?.post?.requestBody.content ?? {})).toEqual(['application/json']);
  const served = paths['/operator/attachments/{attachment}']?.get;
  expect(Object.keys(served?.responses[200]?.content ?? {})).toEqual(['application/octet-stream']);
  expect(JSON.stringify(served)).not.toContain('"file"');
});

it('has every field of an input, and says which are required', () => {
  interface Described {
    parameters: { name: string; required: boolean }[];
    requestBody?: { content: Record<string, { schema: { properties: object; required?: string[] } }> };
  }
  const { paths } = document as { paths: Record<string, Record<string, Described>> };
  for (const { path, method, params, entry } of [...OPERATOR_ROUTES, ...SIGN_IN_ROUTES]) {
    const { parameters, requestBody } = paths[path]?.[method.toLowerCase()] ?? expect.fail(path);
    const named = parameters.filter(({ name }) => name !== undefined);
    const body = Object.values(requestBody?.content ?? {})[0]?.schema;
    const described = [...named.map(({ name }) => name), ...Object.keys(body?.properties ?? {})];
    expect(described.toSorted(), path).toEqual(Object.keys(entry.input.shape).toSorted());
    const required = named.filter((parameter) => parameter.required && !params.includes(parameter.name));
    const isRequired = (field: string) => !entry.input.shape[field]?.safeParse(undefined).success && !params.includes(field);
    expect([...required.map(({ name }) => name), ...(body?.required ?? [])].toSorted(), path).toEqual(
      Object.keys(entry.input.shape).filter(isRequired).toSorted(),
    );
  }
});

it('describes the sign-in of staff, which needs no token before the sign-in', () => {
  const { paths } = document as { paths: Record<string, Record<string, { security?: unknown[]; summary: string }>> };
  for (const { path, method, summary, ...entry } of Object.values(staffSessions)) {
    const documented = paths[path]?.[method.toLowerCase()];
    expect(documented?.summary).toBe(summary);
    expect(documented?.security).toEqual('anonymous' in entry ? [] : undefined);
  }
});
