import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failuresOf, OPERATION_NAMES, operationOf } from './operations.ts';
import { recordedLines, SURFACE_FILE, surfaceLine } from './testing/surface.ts';

/** The operations of the source document: method, path, origin, and the requests per minute of a sensitive operation. */
const PROMISED = `
GET /user/2fa known
POST /user/2fa known 5
DELETE /user/2fa ours 5
PATCH /user known
GET /user known
GET /balance known
POST /balance/deposit ours 10
GET /balance/transactions source
GET /affiliate known
GET /affiliate/conversions ours
GET /affiliate/payouts ours
POST /affiliate ours
PUT /affiliate known
GET /invoices known
POST /invoices/{id}/download known 30
POST /invoices/download known 10
GET /support/tickets known
GET /support/departments ours
GET /support/services ours
GET /support/tickets/{id} known
POST /support/tickets known 10
POST /support/tickets/{id}/messages source 20
PUT /support/tickets/{id}/resolve ours
GET /support/tickets/{id}/attachments/{attachment_id} ours
GET /support/plans ours
POST /support known
POST /support/renew ours
POST /support/cancel ours
DELETE /support/cancel ours
GET /ssh-keys/{id} known
PATCH /ssh-keys/{id} known
DELETE /ssh-keys/{id} known
GET /ssh-keys known
POST /ssh-keys known
GET /plans known
GET /servers known
GET /servers/{id} known
GET /servers/{id}/status known
GET /servers/{id}/metrics known
GET /servers/{id}/bandwidth source
POST /servers known 30
POST /servers/{id}/start known
POST /servers/{server}/restart source
POST /servers/{id}/stop known
POST /servers/{id}/power-off ours
POST /servers/{id}/cancel known
DELETE /servers/{id}/cancel known
PUT /servers/{id}/password known 5
PUT /servers/{id}/hostname ours
PATCH /servers/{id}/ssh-keys known
POST /servers/{id}/isos known
POST /servers/{id}/restore known
POST /servers/renew known 30
POST /servers/{id}/reinstall known 10
POST /servers/{id}/primary-ip known
POST /servers/renew/calculate known
GET /servers/{id}/scale known
POST /servers/{id}/scale/calculate known
POST /servers/{id}/scale known
GET /servers/{id}/addons known
PATCH /servers/{id}/addons known
POST /servers/{id}/addons/scale/calculate known
POST /servers/{id}/addons known
POST /servers/{id}/addons/{addon_id} known
DELETE /servers/{id}/addons/{addon_id} known
POST /servers/{id}/rescue ours
DELETE /servers/{id}/rescue ours
GET /plans/{id}/addons known
GET /plans/{id}/promo-codes known
GET /snapshots known
DELETE /snapshots/{id} known
GET /backups source
DELETE /backups/{id} source
GET /server-images source
GET /floating-ips known
GET /floating-ips/plans ours
POST /floating-ips known 30
POST /floating-ips/attach ours
POST /floating-ips/detach ours
POST /floating-ips/cancel known
DELETE /floating-ips/cancel ours
PATCH /ip-addresses/{id} known 30
GET /network-protection/{id} known
GET /network-protection/{id}/geo known
POST /network-protection/{id}/geo known 30
PATCH /network-protection/{id}/geo known 30
DELETE /network-protection/{id}/geo known 30
GET /network-protection/{id}/whitelist known
POST /network-protection/{id}/whitelist known 30
PATCH /network-protection/{id}/whitelist known 30
DELETE /network-protection/{id}/whitelist known 30
GET /network-protection/{id}/blacklist known
POST /network-protection/{id}/blacklist known 30
PATCH /network-protection/{id}/blacklist known 30
DELETE /network-protection/{id}/blacklist known 30
GET /network-protection/{id}/bandwidth ours
GET /network-protection/{id}/blocked-ips ours
GET /network-protection/{id}/attacks known
GET /network-protection/{id}/attacks/{attack_id} known
GET /network-protection/{id}/attacks/{attack_id}/bandwidth ours
GET /orders known
GET /orders/{id} known
DELETE /orders/{id} known
POST /orders/pay ours 20
PATCH /orders/{id} ours
PATCH /orders/{id}/{service_type}/{service_id} known
GET /isos/{id} known
DELETE /isos/{id} known
GET /isos known
POST /isos known 10`
  .trim()
  .split('\n');

/** POST operations that change nothing, so that a read token may use them. */
const READING_POSTS = [
  'calculateServerAddonScale',
  'calculateServerRenewal',
  'calculateServerScale',
  'confirmBySingleSignOn',
  'confirmSession',
  'createConfirmOptions',
  'deleteCurrentSession',
  'downloadInvoice',
  'downloadInvoices',
  'dryRunProtection',
  'updateSession',
];

const entries = OPERATION_NAMES.map((name) => ({ name, ...operationOf(name) }));

describe('the table of operations', () => {
  const surface = OPERATION_NAMES.map((name) => surfaceLine(operationOf(name)));

  it('contains the 110 promised operations', () => {
    expect(PROMISED).toHaveLength(110);
    expect(PROMISED.filter((line) => !surface.includes(line))).toEqual([]);
  });

  it('contains every operation that contract/surface.gen.txt has ever recorded', () => {
    const recorded = recordedLines(readFileSync(SURFACE_FILE, 'utf8'));
    expect(recorded.length).toBeGreaterThan(200);
    expect(recorded.filter((line) => !surface.includes(line))).toEqual([]);
  });

  it('has no two entries with the same route or title', () => {
    const shapes = entries.map((e) => `${e.method} ${e.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(shapes).size).toBe(shapes.length);
    const titles = entries.map((e) => `${e.group} / ${e.section ?? ''} / ${e.title}`);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('has names that are verbs in camelCase', () => {
    for (const { name } of entries) expect(name).toMatch(/^[a-z]+([A-Z][a-z]*)+$/);
  });

  it('declares every parameter of every path, and no other', () => {
    for (const { name, path, params } of entries) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(params?.shape ?? {}), name).toEqual(named);
    }
  });

  it('names resources and locks by parameters of the path', () => {
    for (const { name, path, resources = [], locks } of entries) {
      for (const resource of resources) {
        expect(path, name).toContain(`{${resource.param}}`);
        if (resource.within) expect(path, name).toContain(`{${resource.within}}`);
      }
      if (locks)
        expect(
          resources.map((resource) => resource.param),
          name,
        ).toContain(locks);
    }
  });

  it('names a resource for every id in a path', () => {
    for (const { name, params, resources = [] } of entries) {
      const ids = Object.keys(params?.shape ?? {}).filter((param) => param !== 'service_type');
      expect(
        resources.map((resource) => resource.param),
        name,
      ).toEqual(ids);
    }
  });

  it('checks the lock of a server or address in each change of it, but not for consoles and reads', () => {
    for (const { name, ability, resources = [], locks } of entries) {
      const kind = resources[0]?.kind;
      if (ability === 'write' && (kind === 'server' || kind === 'ip_address') && name !== 'openConsole')
        expect(locks, name).toBe(resources[0]?.param);
      else expect(locks ?? null, name).toBeNull();
    }
  });

  it('needs only the ability read for reads and for POSTs that change nothing', () => {
    const reading = entries.filter((e) => e.ability === 'read' && e.method !== 'GET').map((e) => e.name);
    expect(reading.sort()).toEqual(READING_POSTS);
    const others = entries.filter((e) => e.method === 'GET' && e.ability !== 'read').map((e) => e.name);
    expect(others).toEqual(['downloadAccountExport']);
  });

  it('accepts only tickets and exports from a suspended account, and explains why it is not closed', () => {
    const accepted = entries.filter((e) => e.whileSuspended).map((e) => e.name);
    expect(accepted).toEqual(['createTicket', 'replyToTicket', 'resolveTicket', 'createAccountExport', 'createAccountClosure']);
  });

  it('needs the ability account for operations that decide who controls the account', () => {
    expect(entries.filter((e) => e.ability === 'account').map((e) => e.name)).toEqual([
      ...['createEmailChange', 'deleteEmailChange', 'createAccountExport', 'downloadAccountExport'],
      ...['createAccountClosure', 'deleteAccountClosure'],
      ...['putIdentityProvider', 'deleteIdentityProvider', 'verifyIdentityDomains', 'testIdentityProvider'],
    ]);
  });

  it('has a body schema wherever there is a body, and a reply schema wherever there is JSON', () => {
    for (const { name, method, bodyKind, body, files, reply } of entries) {
      expect(body !== undefined, name).toBe(bodyKind !== 'none');
      expect(files !== undefined, name).toBe(bodyKind === 'multipart');
      if (method === 'GET') expect(bodyKind, name).toBe('none');
      expect(reply.schema === undefined, name).toBe(reply.status === 204 || reply.contentType !== undefined);
    }
  });

  it('paginates with page and per_page, at most 50', () => {
    for (const { name, query, reply } of entries) {
      expect('page' in (query?.shape ?? {}), name).toBe(reply.paginated === true);
      expect('per_page' in (query?.shape ?? {}), name).toBe(reply.paginated === true);
    }
    const defaults = entries.flatMap(({ name, query, reply }) => {
      const { per_page } = (reply.paginated && query?.parse({})) || {};
      return per_page === undefined || per_page === 20 ? [] : [`${name} ${per_page}`];
    });
    expect(defaults.sort()).toEqual(['listBackups 50', 'listInvoices 30', 'listServerImages 50', 'listSnapshots 50']);
  });

  it('derives the failures of an operation from its fields', () => {
    expect(failuresOf('restartServer')).toEqual(
      expect.arrayContaining(['unauthenticated', 'not_yours', 'not_found', 'locked', 'rate_limited']),
    );
  });
});
