import { describe, expect, it } from 'vitest';
import { failuresOf, OPERATION_NAMES, operationOf } from './operations.ts';
import { needsOf } from './roles.ts';
import { isForSupport, NOT_FOR_SUPPORT } from './support-access.ts';

const entries = OPERATION_NAMES.map((name) => ({ name, operation: operationOf(name) }));
const named = (scope: 'read' | 'write') => entries.filter((entry) => isForSupport(entry, scope)).map(({ name }) => name);

describe('what support may do inside an account', () => {
  it('is never about money, people or users, and shows no secret', () => {
    const never = ['pay', 'self', 'support', 'manage-members', 'own'];
    for (const { name, operation } of entries.filter((entry) => isForSupport(entry, 'write'))) {
      expect(
        needsOf(operation).filter((need) => never.includes(need)),
        name,
      ).toEqual([]);
      expect(operation, name).not.toMatchObject({ recent: true });
      expect(operation.reply, name).not.toMatchObject({ secret: true });
    }
    for (const name of [
      'createToken',
      'openConsole',
      'createWebhook',
      'updateWebhook',
      'listTokens',
      'listPasskeys',
      'getUser',
      'deployServer',
    ])
      expect(named('write'), name).not.toContain(name);
  });

  it('is to read, and with the other scope to run servers', () => {
    expect(named('read')).toEqual(
      expect.arrayContaining(['listServers', 'getServer', 'listInvoices', 'getTicket', 'listAuditLog']),
    );
    expect(named('read').filter((name) => operationOf(name).ability === 'write')).toEqual([]);
    expect(named('write')).toEqual(
      expect.arrayContaining([...named('read'), 'restartServer', 'setFirewallRules', 'reinstallServer']),
    );
  });

  it('refuses the rest with a code that each entry lists, and names nothing for which the needs are enough', () => {
    for (const entry of entries.filter(({ operation }) => !operation.anonymous))
      if (!isForSupport(entry, 'read')) expect(failuresOf(entry.name), entry.name).toContain('out_of_scope');
    for (const name of Object.keys(NOT_FOR_SUPPORT)) expect(OPERATION_NAMES).toContain(name);
  });
});
