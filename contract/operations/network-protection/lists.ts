import {
  GeoFilter,
  NetworkList,
  SetGeoFilter,
  SetNetworkList,
  UpdateGeoFilter,
  UpdateNetworkList,
} from '../../schemas/protection.ts';
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

/** Who may, and who may not, reach an IP address. */
export const protectionLists = {
  getGeoFilter: geo.get({ title: 'get current', summary: 'The geo filter of an address.' }),
  setGeoFilter: geo.set({ title: 'set', summary: 'Replaces the geo filter and switches it on.' }),
  updateGeoFilter: geo.update({ title: 'update', summary: 'Changes the given fields of the geo filter.' }),
  deleteGeoFilter: geo.delete({ title: 'delete', summary: 'Removes the geo filter.' }),

  getWhitelist: whitelist.get({
    title: 'get status and list of IPs',
    summary: 'The whitelist of an address: its networks are always let through.',
  }),
  setWhitelist: whitelist.set({ title: 'whitelist IP addresses', summary: 'Replaces the whitelist and switches it on.' }),
  updateWhitelist: whitelist.update({
    title: 'update list',
    summary: 'Adds networks to the whitelist, removes some, or switches it on or off.',
  }),
  deleteWhitelist: whitelist.delete({ title: 'delete all rules', summary: 'Empties the whitelist and switches it off.' }),

  getBlacklist: blacklist.get({
    title: 'get status and list of IPs',
    summary: 'The blacklist of an address: its networks are always dropped.',
  }),
  setBlacklist: blacklist.set({ title: 'blacklist IP addresses', summary: 'Replaces the blacklist and switches it on.' }),
  updateBlacklist: blacklist.update({
    title: 'update list',
    summary: 'Adds networks to the blacklist, removes some, or switches it on or off.',
  }),
  deleteBlacklist: blacklist.delete({ title: 'delete all rules', summary: 'Empties the blacklist and switches it off.' }),
};
