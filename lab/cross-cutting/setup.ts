/**
 * Setup of the cross-cutting tests. It has two accounts with one resource of each kind, and a valid request for every operation, which a
 * test may change in one place.
 */

import type { Operation } from '@innkeeper/contract/define';
import { OPERATION_NAMES, type OperationName, operationOf } from '@innkeeper/contract/operations';
import { valuesOf } from '@innkeeper/contract/testing/arbitrary';
import type { OpenBucket } from '@innkeeper/http/guards/rate-buckets';
import type { ResourceKind } from '@innkeeper/model/requests/path-resources';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type Answer, type Lab, type LabOptions, openLab, urlOf } from '../app.ts';
import { type GivenAccount, givenAccount } from '../given.ts';
import { storeExport } from '../given-account-exports.ts';
import { storeFile } from '../given-tickets.ts';
import { givenResources } from './resources.ts';

/** Ids of attacks and deliveries are letters and digits. All others are numbers. */
export type Resources = Record<Exclude<ResourceKind, 'attack' | 'event_delivery'>, number> & {
  attack: string;
  event_delivery: string;
};

export interface AccountWithResources extends GivenAccount {
  has: Resources;
}

export interface Setup {
  lab: Lab;
  me: AccountWithResources;
  other: AccountWithResources;
  /** Sends a request, and checks the headers that every reply must have. */
  send(request: InjectOptions): Promise<Answer>;
}

/** Disables the rate limit, because a test file sends more requests for one account than any limit allows. */
const UNLIMITED: OpenBucket = () => async () => ({ limit: 1_000_000, remaining: 1_000_000 });

export async function openSetup(options: LabOptions = {}): Promise<Setup> {
  const lab = await openLab({ openBucket: UNLIMITED, ...options });
  const givenAccountWithResources = async (): Promise<AccountWithResources> => {
    const account = await givenAccount(lab.db, { funds: 1_000_000n });
    const has = await givenResources(lab.db, account);
    // Downloads need an existing file.
    const { key } = await storeFile(lab.attachments, 'given');
    await lab.db.updateTable('ticket_attachments').set({ key }).where('id', '=', Number(has.ticket_attachment)).execute();
    await storeExport(lab, has.account_export);
    return { ...account, has };
  };
  return {
    lab,
    me: await givenAccountWithResources(),
    other: await givenAccountWithResources(),
    async send(request) {
      const answer = await lab.send(request);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(answer.headers['x-ratelimit-limit']).toMatch(/^\d+$/);
      expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
      if (answer.status === 422) expect(answer.body).toMatchObject({ message: expect.any(String), errors: expect.any(Object) });
      else if (answer.status >= 400) expect(answer.body).toMatchObject({ request_id: answer.headers['x-request-id'] });
      return answer;
    },
  };
}

/** Returns all operations, or those that `which` selects, with their entries. For `it.each`. */
export function operations(which: (operation: Operation, name: OperationName) => boolean = () => true) {
  return OPERATION_NAMES.map((name) => ({ name, operation: operationOf(name) })).filter(({ name, operation }) =>
    which(operation, name),
  );
}

export interface RequestChanges {
  token?: string | undefined;
  /** Account whose resources the path names. */
  of?: AccountWithResources;
  params?: Record<string, string | number>;
  query?: Record<string, string | number | string[]>;
  /** Body that replaces the valid one. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Returns a request that passes every guard, with these changes applied. */
export function requestFor(name: OperationName, me: AccountWithResources, changes: RequestChanges = {}): InjectOptions {
  const { of = me, token = me.token, query = {}, headers = {} } = changes;
  const operation = operationOf(name);
  const params = { ...paramsOf(operation, of), ...changes.params };
  const body = 'body' in changes ? changes.body : validBody(name);
  return {
    method: operation.method,
    url: urlOf(name, { params, query }),
    headers: { authorization: `Bearer ${token}`, ...contentOf(operation, body).headers, ...headers },
    ...contentOf(operation, body).payload,
  };
}

/** Returns path parameters that name the account's own resources. */
export function paramsOf(
  { resources = [] }: Operation,
  { has }: Pick<AccountWithResources, 'has'>,
): Record<string, string | number> {
  const ids = Object.fromEntries(resources.map(({ kind, param }) => [param, has[kind]]));
  return { ...ids, service_type: 'server' };
}

const SEED = 20_261_120;

/** Bodies of operations that refuse most random values. */
const EXAMPLES: Partial<Record<OperationName, unknown>> = {
  setGeoFilter: { action: 'deny', countries: ['AT', 'DE'] },
  updateGeoFilter: { countries: ['AT'] },
  calculateServerScale: { plan: 'small', scale_disk: true },
  scaleServer: { plan: 'small', scale_disk: true },
  calculateServerAddonScale: { microsoft_rds_sal: 2 },
  scaleServerAddons: { microsoft_rds_sal: 2 },
  setFirewallRules: { rules: [{ direction: 'in', protocol: 'tcp', ports: ['22'] }] },
  createFirewall: { name: 'web' },
  createSupportAccess: { hours: 24, scope: 'read' },
  createTicket: { department_id: 1, subject: 'It does not boot', message: 'My server does not boot.' },
  replyToTicket: { message: 'Now it boots.' },
  enableServerRescue: { password: 'only for rescue' },
};

/** Returns a valid body, the same in every run, or undefined if the operation takes none. */
export function validBody(name: OperationName): unknown {
  const { body } = operationOf(name);
  return EXAMPLES[name] ?? (body && fc.sample(valuesOf(body), { seed: SEED, numRuns: 1 })[0]);
}

const BOUNDARY = 'boundary';

/** Encodes a body. Text and bytes are sent unchanged, other values as JSON or form as the operation requires. */
export function contentOf({ bodyKind }: Operation, body: unknown) {
  if (body === undefined) return { headers: {}, payload: {} };
  const type = bodyKind === 'multipart' ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json';
  return { headers: { 'content-type': type }, payload: { payload: written(bodyKind, body) } };
}

function written(bodyKind: Operation['bodyKind'], body: unknown): string | Buffer {
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return bodyKind === 'multipart' ? formOf(body) : JSON.stringify(body);
}

function formOf(body: unknown): string {
  const parts = Object.entries(Object(body) as object).map(
    ([field, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${String(value)}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}
