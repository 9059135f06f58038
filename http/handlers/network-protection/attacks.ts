import { getAttackBandwidth } from '@innkeeper/operations/network-protection/attack-bandwidth';
import { getProtectionBandwidth } from '@innkeeper/operations/network-protection/bandwidth';
import { getAttack } from '@innkeeper/operations/network-protection/get-attack';
import { listAttacks } from '@innkeeper/operations/network-protection/list-attacks';
import { listBlockedIps } from '@innkeeper/operations/network-protection/list-blocked-ips';
import { presentAttack, presentAttackSummary, presentBlockedIp, presentTraffic } from '@innkeeper/present/attack';
import { page } from '@innkeeper/present/page';
import type { Handlers } from '../define.ts';

const toPageRequest = (query: { page: number; per_page: number }) => ({ page: query.page, perPage: query.per_page });
const toTimeRange = (query: { 'filter[start]'?: number | undefined; 'filter[end]'?: number | undefined }) => ({
  start: query['filter[start]'],
  end: query['filter[end]'],
});

export const attacks = {
  getProtectionBandwidth: async (cx, { ipAddress, query }) => ({
    data: (await getProtectionBandwidth(cx, { ipAddress, ...toTimeRange(query) })).map(presentTraffic),
  }),
  listBlockedIps: async (cx, { ipAddress, query }, url) =>
    page(url, query, await listBlockedIps(cx, { ipAddress, ...toPageRequest(query) }), presentBlockedIp),
  listAttacks: async (cx, { ipAddress, query }, url) =>
    page(url, query, await listAttacks(cx, { ipAddress, ...toPageRequest(query), ...toTimeRange(query) }), presentAttackSummary),
  getAttack: async (cx, { attack }) => presentAttack(await getAttack(cx, { attack })),
  getAttackBandwidth: async (cx, { attack }) => ({ data: (await getAttackBandwidth(cx, { attack })).map(presentTraffic) }),
} satisfies Handlers;
