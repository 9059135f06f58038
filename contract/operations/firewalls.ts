import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery, queryId } from '../query.ts';
import { CreateFirewall, Firewall, FirewallServers, SetFirewallRules, UpdateFirewall } from '../schemas/firewall.ts';
import { byId } from './paths.ts';

const group = 'Firewalls';

/**
 * None of them is held up by the lock of a server: a port must be closed at once, whatever else goes on. (A snapshot may hold a server
 * for hours.)
 */
export const firewalls = {
  listFirewalls: operation({
    method: 'GET',
    path: '/firewalls',
    group,
    title: 'List firewalls',
    summary: 'The firewalls of the account.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject({
      ...pageQuery(),
      'filter[server_id]': queryId.optional().describe('Only those that are applied to this server.'),
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
    summary: 'Creates a firewall with its rules. It filters nothing until it is applied to servers.',
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
    summary: 'A firewall, its rules, and the servers that it is applied to.',
    origin: 'ours',
    ability: 'read',
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
    summary: 'Renames a firewall, or says whether new servers get it. Servers that are there stay as they are.',
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
    summary: 'Deletes a firewall. Refused while a server has it.',
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
      'Replaces all rules, for all servers of a host in one step: no packet sees half of them. `status` becomes `active` again when every server obeys. Open connections that the new rules allow go on, others are cut.',
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
      'Applies a firewall to servers, besides those that they have; one that has it already keeps it. Locked servers too: their locks are about other things. `status` becomes `active` again when every server obeys.',
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
      'Removes a firewall from servers; one that does not have it is fine. A server without any firewall gets all packets. The servers leave the list of the firewall when they obey it no longer.',
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
