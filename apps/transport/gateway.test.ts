import { expect, it } from 'vitest';
import { parseDefaultGateway } from './gateway.ts';

const HEADER = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT';
const route = (destination: string, gateway: string, flags = '0003', mask = '00000000') =>
  `eth0\t${destination}\t${gateway}\t${flags}\t0\t0\t0\t${mask}\t0\t0\t0`;
const LINK = route('000011AC', '00000000', '0001', '0000FFFF');

it.each([
  ['the gateway of the default route', [HEADER, route('00000000', '010011AC'), LINK], '172.17.0.1'],
  ['the first of several', [HEADER, LINK, route('00000000', '0100000A'), route('00000000', '0200000A')], '10.0.0.1'],
  ['none of a route to a network', [HEADER, LINK, route('0000A8C0', '010011AC', '0003', '0000FFFF')], null],
  ['none of half of all addresses', [HEADER, route('00000000', '010011AC', '0003', '00000080')], null],
  ['none of a default route without a gateway', [HEADER, route('00000000', '00000000', '0001')], null],
  ['none of a route that is down', [HEADER, route('00000000', '010011AC', '0002')], null],
  ['none of an address that is no number', [HEADER, route('00000000', '0100zz11')], null],
  ['none of an empty table', [HEADER], null],
  ['none of no text', [''], null],
])('%s', (_, lines, address) => {
  expect(parseDefaultGateway(`${lines.join('\n')}\n`)).toBe(address);
});
