import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery, queryId } from '../query.ts';
import { CreateFirewall, Firewall, FirewallServers, SetFirewallRules, UpdateFirewall } from '../schemas/firewall.ts';
import { byId } from './paths.ts';

const group = 'Firewalls';

/**
 * Operations on firewalls. They ignore the lock of a server, because a port must be closable at any time. A snapshot may lock a server for
 * hours.
 */
export const firewalls = {
  listFirewalls: operation({
    method: 'GET',
    path: '/firewalls',
    group,
    title: 'List firewalls',
    summary: 'Lists the firewalls of the account.',
    origin: 'ours',
    ability: 'read',
    cached: 'account',
    query: z.strictObject({
      ...pageQuery(),
      'filter[server_id]': queryId.optional().describe('Only firewalls that are applied to this server.'),
    }),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(Firewall), paginated: true },
    failures: [],
  }),
  createFirewall: operation({
    method: 'POST',
    path: '/firewalls',
    group,
    title: 'Create a firewall',
    summary: 'Creates a firewall with its rules. The firewall has no effect until it is applied to servers.',
    origin: 'ours',
    ability: 'write',
    bodyKind: 'json',
    body: CreateFirewall,
    reply: { status: 201, schema: Firewall },
    failures: [],
  }),
  getFirewall: operation({
    method: 'GET',
    path: '/firewalls/{id}',
    group,
    title: 'Get a firewall',
    summary: 'Returns a firewall, its rules, and the servers that it is applied to.',
    origin: 'ours',
    ability: 'read',
    cached: 'account',
    ...byId('firewall'),
    bodyKind: 'none',
    reply: { status: 200, schema: Firewall },
    failures: [],
  }),
  updateFirewall: operation({
    method: 'PATCH',
    path: '/firewalls/{id}',
    group,
    title: 'Update a firewall',
    summary: 'Renames a firewall, or sets whether new servers get it. Existing servers do not change.',
    origin: 'ours',
    ability: 'write',
    ...byId('firewall'),
    locks: null,
    bodyKind: 'json',
    body: UpdateFirewall,
    reply: { status: 200, schema: Firewall },
    failures: [],
  }),
  deleteFirewall: operation({
    method: 'DELETE',
    path: '/firewalls/{id}',
    group,
    title: 'Delete a firewall',
    summary: 'Deletes a firewall. Refused while the firewall is applied to a server.',
    origin: 'ours',
    ability: 'write',
    ...byId('firewall'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: ['wrong_state'],
  }),
  setFirewallRules: operation({
    method: 'PUT',
    path: '/firewalls/{id}/rules',
    group,
    title: 'Set the rules',
    summary:
      'Replaces all rules. On each host the new rules take effect for all servers in one step. `status` becomes `active` when the rules are in effect for every server. Open connections that the new rules allow continue, and all others are cut.',
    origin: 'ours',
    ability: 'write',
    ...byId('firewall'),
    locks: null,
    bodyKind: 'json',
    body: SetFirewallRules,
    reply: { status: 200, schema: Firewall },
    failures: [],
  }),
  applyFirewall: operation({
    method: 'POST',
    path: '/firewalls/{id}/apply',
    group,
    title: 'Apply to servers',
    summary:
      'Applies a firewall to servers, in addition to their other firewalls. Servers that already have the firewall do not change. Locked servers are accepted too. `status` becomes `active` when the rules are in effect for every server.',
    origin: 'ours',
    ability: 'write',
    ...byId('firewall'),
    locks: null,
    bodyKind: 'json',
    body: FirewallServers,
    references: { server_ids: 'server' },
    reply: { status: 200, schema: Firewall },
    failures: ['not_yours', 'not_supported'],
  }),
  removeFirewall: operation({
    method: 'POST',
    path: '/firewalls/{id}/remove',
    group,
    title: 'Remove from servers',
    summary:
      'Removes a firewall from servers. Servers without the firewall are ignored. A server without any firewall receives all packets. A server leaves the list of the firewall when its rules are no longer in effect.',
    origin: 'ours',
    ability: 'write',
    ...byId('firewall'),
    locks: null,
    bodyKind: 'json',
    body: FirewallServers,
    references: { server_ids: 'server' },
    reply: { status: 200, schema: Firewall },
    failures: ['not_yours'],
  }),
};
