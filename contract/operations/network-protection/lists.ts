import { operation } from '../../define.ts';
import {
  AllowedSource,
  DryRunProtection,
  GeoFilter,
  NetworkList,
  ProtectionEffect,
  SetGeoFilter,
  SetNetworkList,
  UpdateGeoFilter,
  UpdateNetworkList,
} from '../../schemas/protection.ts';
import { byId, protectionRate } from '../paths.ts';
import { protectionList } from './list-family.ts';

const networks = { list: NetworkList, replacement: SetNetworkList, change: UpdateNetworkList };

const geo = protectionList({
  path: '/network-protection/{id}/geo',
  section: 'Geo filter',
  list: GeoFilter,
  replacement: SetGeoFilter,
  change: UpdateGeoFilter,
});
const whitelist = protectionList({ path: '/network-protection/{id}/whitelist', section: 'Whitelist', ...networks });
const blacklist = protectionList({ path: '/network-protection/{id}/blacklist', section: 'Blacklist', ...networks });

/**
 * Operations on lists that allow or deny the sources of packets to an IP address. They also work for addresses without DDoS protection.
 *
 * Changes apply within about a second. Each packet is filtered individually, before connection tracking. The packets of a denied source are
 * therefore dropped even if they answer a connection that the server opened.
 */
export const protectionLists = {
  getGeoFilter: geo.get({
    title: 'get current',
    summary: 'Returns the geo filter of an address, which filters packets by the country of their source.',
  }),
  setGeoFilter: geo.set({ title: 'set', summary: 'Replaces the geo filter and enables it.' }),
  updateGeoFilter: geo.update({ title: 'update', summary: 'Changes the given fields of the geo filter.' }),
  deleteGeoFilter: geo.delete({ title: 'delete', summary: 'Deletes the geo filter.' }),

  getWhitelist: whitelist.get({
    title: 'get status and list of IPs',
    summary:
      'Returns the whitelist of an address. Its networks are always allowed, despite blacklist, geo filter and automatic blocks.',
  }),
  setWhitelist: whitelist.set({
    title: 'Replaces the whitelist and enables it.',
    summary: 'Replaces the whitelist and switches it on.',
  }),
  updateWhitelist: whitelist.update({
    title: 'update list',
    summary: 'Adds networks to the whitelist, removes networks, or enables or disables it.',
  }),
  deleteWhitelist: whitelist.delete({
    title: 'Clears the whitelist and disables it.',
    summary: 'Empties the whitelist and switches it off.',
  }),

  getBlacklist: blacklist.get({
    title: 'get status and list of IPs',
    summary:
      'Returns the blacklist of an address. Its networks are always dropped, including replies to connections that the server opened.',
  }),
  setBlacklist: blacklist.set({
    title: 'Replaces the blacklist and enables it.',
    summary: 'Replaces the blacklist and switches it on.',
  }),
  updateBlacklist: blacklist.update({
    title: 'update list',
    summary: 'Adds networks to the blacklist, removes networks, or enables or disables it.',
  }),
  deleteBlacklist: blacklist.delete({
    title: 'Clears the blacklist and disables it.',
    summary: 'Empties the blacklist and switches it off.',
  }),

  allowMe: operation({
    method: 'POST',
    path: '/network-protection/{id}/allow-me',
    group: 'Network Protection',
    title: 'Allow me',
    summary:
      'Allows the address of this request for 10 minutes, despite lists, filter and automatic blocks. Use it if you have locked yourself out. At most 10 addresses are allowed at a time. A new address replaces the one that expires first.',
    origin: 'ours',
    ability: 'write',
    ...protectionRate,
    ...byId('ip_address'),
    locks: 'id',
    bodyKind: 'none',
    reply: { status: 200, schema: AllowedSource },
    failures: [],
  }),
  dryRunProtection: operation({
    method: 'POST',
    path: '/network-protection/{id}/dry-run',
    group: 'Network Protection',
    title: 'Dry run',
    summary:
      'Calculates the share of sources and traffic of the last hour that lists or a geo filter would have dropped. Changes nothing.',
    origin: 'ours',
    ability: 'read',
    ...byId('ip_address'),
    perMinute: 30,
    bodyKind: 'json',
    body: DryRunProtection,
    reply: { status: 200, schema: ProtectionEffect },
    failures: ['not_supported'],
  }),
};
