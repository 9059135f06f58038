import { givenCountryData } from '../given-geo.ts';
import type { Scene } from './scene.ts';

export async function recordProtection({ chain, call }: Scene): Promise<void> {
  await givenCountryData(chain.db, { AQ: ['198.51.100.0-198.51.100.255'], AT: ['192.0.2.0-192.0.2.255'] });
  const { ip_addresses } = await call('getServer', { params: { id: 1 } });
  const params = { id: ip_addresses[0].id };
  await call('getProtection', { params });
  await call('setGeoFilter', { params, body: { action: 'deny', countries: ['AQ'] } });
  await call('updateGeoFilter', { params, body: { active: false, countries: ['AQ', 'AT'] } });
  await call('getGeoFilter', { params });
  await call('deleteGeoFilter', { params });
  for (const list of ['Whitelist', 'Blacklist'] as const) {
    await call(`set${list}`, { params, body: { networks: ['198.51.100.0/24'] } });
    await call(`update${list}`, { params, body: { add: ['192.0.2.1'], remove: ['198.51.100.0/24'] } });
    await call(`get${list}`, { params });
  }
  await call('dryRunProtection', { params, body: { blacklist: ['198.51.100.0/24'] } });
  await call('allowMe', { params });
  await call('deleteWhitelist', { params });
  await call('deleteBlacklist', { params });
}

export async function recordFirewalls({ chain, call }: Scene): Promise<void> {
  const web = { direction: 'in', protocol: 'tcp', ports: ['80', '443'], description: 'The web site' };
  const { id } = await call('createFirewall', { body: { name: 'web', rules: [web] } });
  const params = { id };
  await call('applyFirewall', { params, body: { server_ids: [1] } });
  await chain.worker.idle();
  const ssh = { direction: 'in', protocol: 'tcp', ports: ['22'], networks: ['203.0.113.0/24', '2001:db8::/32'] };
  await call('setFirewallRules', { params, body: { rules: [web, ssh] } });
  await chain.worker.idle();
  await call('getFirewall', { params });
  await call('updateFirewall', { params, body: { name: 'web servers', default: false } });
  await call('listFirewalls', { query: { 'filter[server_id]': 1 } });
  await call('removeFirewall', { params, body: { server_ids: [1] } });
  await chain.worker.idle();
  await call('deleteFirewall', { params });
}

export async function recordFloatingIps({ call, settled }: Scene): Promise<void> {
  await call('listFloatingIpPlans');
  const { data } = await call('purchaseFloatingIps', { body: { ipv4: 1 } });
  const ids = [data[0].id];
  await call('attachFloatingIps', { body: { ids, server_id: 1 } });
  await settled();
  await call('listFloatingIps');
  await call('detachFloatingIps', { body: { ids } });
  await settled();
  await call('renewFloatingIps', { body: { ids, billing_cycle: 3 } });
  await call('cancelFloatingIps', { body: { ids, now: false, reason: 'No longer needed.' } });
  await call('undoCancelFloatingIps', { body: { ids } });
}
