import { operation } from '../define.ts';
import { IpAddress, UpdateIpAddress } from '../schemas/ip-address.ts';
import { byId } from './paths.ts';

export const ipAddresses = {
  updateIpAddress: operation({
    method: 'PATCH',
    path: '/ip-addresses/{id}',
    group: 'IP Addresses',
    title: 'Update IP address',
    summary: 'Sets the reverse DNS name of an address, or of addresses in an IPv6 network.',
    origin: 'known',
    ability: 'write',
    perMinute: 30,
    ...byId('ip_address'),
    locks: 'id',
    bodyKind: 'json',
    body: UpdateIpAddress,
    reply: { status: 200, schema: IpAddress },
    failures: [],
  }),
};
