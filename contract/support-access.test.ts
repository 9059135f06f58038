import { describe, expect, it } from 'vitest';
import { failuresOf, OPERATION_NAMES, operationOf } from './operations.ts';
import { needsOf } from './roles.ts';
import { isAllowedForSupport, REFUSED_TO_SUPPORT } from './support-access.ts';

const entries = OPERATION_NAMES.map((name) => ({ name, operation: operationOf(name) }));
const named = (scope: 'read' | 'write') => entries.filter((entry) => isAllowedForSupport(entry, scope)).map(({ name }) => name);

describe('access of support to an account', () => {
  it('never covers money, members or users, and shows no secret', () => {
    const never = ['pay', 'self', 'support', 'manage-members', 'own'];
    for (const { name, operation } of entries.filter((entry) => isAllowedForSupport(entry, 'write'))) {
      expect(
        needsOf(operation).filter((need) => never.includes(need)),
        name,
      ).toEqual([]);
      expect(operation, name).not.toMatchObject({ requiresReauthentication: true });
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

  it('allows reads, and with the scope write also running servers', () => {
    expect(named('read')).toEqual(
      expect.arrayContaining(['listServers', 'getServer', 'listInvoices', 'getTicket', 'listAuditLog']),
    );
    expect(named('read').filter((name) => operationOf(name).ability === 'write')).toEqual([]);
    expect(named('write')).toEqual(
      expect.arrayContaining([...named('read'), 'restartServer', 'setFirewallRules', 'reinstallServer']),
    );
  });

  it('refuses other operations with out_of_scope, which their entries list', () => {
    for (const entry of entries.filter(({ operation }) => !operation.anonymous))
      if (!isAllowedForSupport(entry, 'read')) expect(failuresOf(entry.name), entry.name).toContain('out_of_scope');
    for (const name of Object.keys(REFUSED_TO_SUPPORT)) expect(OPERATION_NAMES).toContain(name);
  });
});
