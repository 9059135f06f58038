import { allowMe } from '@innkeeper/operations/network-protection/allow-me';
import { dryRunProtection } from '@innkeeper/operations/network-protection/dry-run';
import {
  deleteGeoFilter,
  getGeoFilter,
  setGeoFilter,
  updateGeoFilter,
} from '@innkeeper/operations/network-protection/geo-filter';
import { getProtection } from '@innkeeper/operations/network-protection/get';
import {
  deleteBlacklist,
  deleteWhitelist,
  getBlacklist,
  getWhitelist,
  setBlacklist,
  setWhitelist,
  updateBlacklist,
  updateWhitelist,
} from '@innkeeper/operations/network-protection/lists';
import { presentEffect, presentProtection } from '@innkeeper/present/protection';
import { iso } from '@innkeeper/present/time';
import type { Handlers } from './define.ts';

export const networkProtection = {
  getProtection: async (cx, { ipAddress }) => presentProtection(await getProtection(cx, { ipAddress }), cx.actor.taxRate),
  getGeoFilter: (cx, { ipAddress }) => getGeoFilter(cx, { ipAddress }),
  setGeoFilter: (cx, { ipAddress, body }) => setGeoFilter(cx, { ipAddress, ...body }),
  updateGeoFilter: (cx, { ipAddress, body }) => updateGeoFilter(cx, { ipAddress, ...body }),
  deleteGeoFilter: async (cx, { ipAddress }) => void (await deleteGeoFilter(cx, { ipAddress })),
  getWhitelist: (cx, { ipAddress }) => getWhitelist(cx, { ipAddress }),
  setWhitelist: (cx, { ipAddress, body }) => setWhitelist(cx, { ipAddress, ...body }),
  updateWhitelist: (cx, { ipAddress, body }) => updateWhitelist(cx, { ipAddress, ...body }),
  deleteWhitelist: async (cx, { ipAddress }) => void (await deleteWhitelist(cx, { ipAddress })),
  getBlacklist: (cx, { ipAddress }) => getBlacklist(cx, { ipAddress }),
  setBlacklist: (cx, { ipAddress, body }) => setBlacklist(cx, { ipAddress, ...body }),
  updateBlacklist: (cx, { ipAddress, body }) => updateBlacklist(cx, { ipAddress, ...body }),
  deleteBlacklist: async (cx, { ipAddress }) => void (await deleteBlacklist(cx, { ipAddress })),
  allowMe: async (cx, { ipAddress }) => {
    const { source, endsAt } = await allowMe(cx, { ipAddress, source: cx.clientAddress ?? '' });
    return { source, ends_at: iso(endsAt) };
  },
  dryRunProtection: async (cx, { ipAddress, body }) => presentEffect(await dryRunProtection(cx, { ipAddress, ...body })),
} satisfies Handlers;
