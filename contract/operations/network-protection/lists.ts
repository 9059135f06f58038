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
 * Who may, and who may not, reach an IP address, protected or not. Packets obey within a second or so. They are judged one by one, before
 * connections are known: what is dropped is dropped also as the answer to a connection that the server began.
 */
export const protectionLists = {
  getGeoFilter: geo.get({
    title: 'get current',
    summary: 'The geo filter of an address, which judges packets by the country of their source.',
  }),
  setGeoFilter: geo.set({ title: 'set', summary: 'Replaces the geo filter and switches it on.' }),
  updateGeoFilter: geo.update({ title: 'update', summary: 'Changes the given fields of the geo filter.' }),
  deleteGeoFilter: geo.delete({ title: 'delete', summary: 'Removes the geo filter.' }),

  getWhitelist: whitelist.get({
    title: 'get status and list of IPs',
    summary:
      'The whitelist of an address: its networks are always let through, whatever blacklist, geo filter and automatic blocks say.',
  }),
  setWhitelist: whitelist.set({ title: 'whitelist IP addresses', summary: 'Replaces the whitelist and switches it on.' }),
  updateWhitelist: whitelist.update({
    title: 'update list',
    summary: 'Adds networks to the whitelist, removes some, or switches it on or off.',
  }),
  deleteWhitelist: whitelist.delete({ title: 'delete all rules', summary: 'Empties the whitelist and switches it off.' }),

  getBlacklist: blacklist.get({
    title: 'get status and list of IPs',
    summary:
      'The blacklist of an address: its networks are always dropped, also as answers to connections that the server began.',
  }),
  setBlacklist: blacklist.set({ title: 'blacklist IP addresses', summary: 'Replaces the blacklist and switches it on.' }),
  updateBlacklist: blacklist.update({
    title: 'update list',
    summary: 'Adds networks to the blacklist, removes some, or switches it on or off.',
  }),
  deleteBlacklist: blacklist.delete({ title: 'delete all rules', summary: 'Empties the blacklist and switches it off.' }),

  allowMe: operation({
    method: 'POST',
    path: '/network-protection/{id}/allow-me',
    group: 'Network Protection',
    title: 'Allow me',
    summary:
      'Lets the address that this request comes from through for 10 minutes, whatever lists, filter and automatic blocks say: for who has locked himself out. 10 sources at a time; then the one that would end first ends.',
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
      'Which share of the sources and the traffic of the last hour would have been dropped by lists or a geo filter, before they are set. Changes nothing.',
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
