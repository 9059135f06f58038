import { z } from 'zod';
import { operation } from '../../define.ts';
import { listOf, pageOf } from '../../envelope.ts';
import { pageQuery, unixTime } from '../../query.ts';
import { Attack, AttackSummary, BlockedIp, Protection, ProtectionBandwidth } from '../../schemas/protection.ts';
import { byAttack, byId } from '../paths.ts';

const period = {
  'filter[start]': unixTime.optional().describe('Only records from this Unix time in seconds on.'),
  'filter[end]': unixTime.optional().describe('Only records until this Unix time in seconds.'),
};

/** What happens to an IP address: traffic, blocks and attacks. `{id}` is the id of the address. */
export const protection = {
  getProtection: operation({
    method: 'GET',
    path: '/network-protection/{id}',
    group: 'Network Protection',
    title: 'General information',
    summary: 'Whether an address is under attack, and the service that it belongs to.',
    origin: 'known',
    ability: 'read',
    ...byId('ip_address'),
    bodyKind: 'none',
    reply: { status: 200, schema: Protection },
    failures: ['not_supported'],
  }),
  getProtectionBandwidth: operation({
    method: 'GET',
    path: '/network-protection/{id}/bandwidth',
    group: 'Network Protection',
    title: 'Bandwidth',
    summary: 'Traffic that was passed on and that was dropped.',
    origin: 'ours',
    ability: 'read',
    ...byId('ip_address'),
    query: z.strictObject(period),
    bodyKind: 'none',
    reply: { status: 200, schema: listOf(ProtectionBandwidth) },
    failures: ['not_supported'],
  }),
  listBlockedIps: operation({
    method: 'GET',
    path: '/network-protection/{id}/blocked-ips',
    group: 'Network Protection',
    title: 'List blocked IPs',
    summary: 'Sources that are blocked automatically at the moment.',
    origin: 'ours',
    ability: 'read',
    ...byId('ip_address'),
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(BlockedIp), paginated: true },
    failures: ['not_supported'],
  }),
  listAttacks: operation({
    method: 'GET',
    path: '/network-protection/{id}/attacks',
    group: 'Network Protection',
    title: 'List attacks',
    summary: 'Attacks on an address, of the last 7 days unless a period is given.',
    origin: 'known',
    ability: 'read',
    ...byId('ip_address'),
    query: z.strictObject({ ...pageQuery(), ...period }),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(AttackSummary), paginated: true },
    failures: ['not_supported'],
  }),
  getAttack: operation({
    method: 'GET',
    path: '/network-protection/{id}/attacks/{attack_id}',
    group: 'Network Protection',
    title: 'Get an attack',
    summary: 'An attack with its sources, protocols and ports.',
    origin: 'known',
    ability: 'read',
    ...byAttack,
    bodyKind: 'none',
    reply: { status: 200, schema: Attack },
    failures: ['not_supported'],
  }),
  getAttackBandwidth: operation({
    method: 'GET',
    path: '/network-protection/{id}/attacks/{attack_id}/bandwidth',
    group: 'Network Protection',
    title: 'Attack bandwidth',
    summary: 'Traffic during an attack.',
    origin: 'ours',
    ability: 'read',
    ...byAttack,
    bodyKind: 'none',
    reply: { status: 200, schema: listOf(ProtectionBandwidth) },
    failures: ['not_supported'],
  }),
};
