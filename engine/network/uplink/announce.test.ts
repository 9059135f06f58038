import { expect, it } from 'vitest';
import { announcement } from './announce.ts';

const MAC = '52:54:00:12:34:56';

it('is a gratuitous ARP request over IPv4', () => {
  expect(announcement({ mac: MAC }, '203.0.113.99').toString('hex')).toBe(
    ['ffffffffffff', '525400123456', '0806', '0001080006040001', '525400123456', 'cb007163', '000000000000', 'cb007163'].join(''),
  );
});

it('is an unsolicited neighbour advertisement over IPv6, with a correct checksum', () => {
  const frame = announcement({ mac: MAC }, '2001:db8:a:7::1');
  expect(frame.toString('hex')).toBe(
    ['333300000001', '525400123456', '86dd', '6000000000203aff', '20010db8000a00070000000000000001'].join('') +
      ['ff020000000000000000000000000001', '8800', frame.subarray(56, 58).toString('hex'), '20000000'].join('') +
      ['20010db8000a00070000000000000001', '0201', '525400123456'].join(''),
  );
  // The checksum over the pseudo header and the message is all ones.
  const pseudo = Buffer.concat([frame.subarray(22, 54), Buffer.from([0, 0, 0, 32, 0, 0, 0, 58])]);
  const all = Buffer.concat([pseudo, frame.subarray(54)]);
  let sum = 0;
  for (let i = 0; i < all.length; i += 2) sum += all.readUInt16BE(i);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  expect(sum).toBe(0xffff);
});

it('says over IPv6 that a gateway is a router', () => {
  const frame = announcement({ mac: MAC, router: true }, 'fe80::1');
  // ICMPv6 begins after 14 bytes of Ethernet and 40 of IPv6. Its flags are in byte 4.
  expect(frame[14 + 40 + 4]).toBe(0x80 | 0x20);
});
