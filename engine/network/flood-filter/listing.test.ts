import { expect, test } from 'vitest';
import { parseSets } from './listing.ts';

/** Output of nft 1.0.6. */
const LISTED = `table inet innkeeper-guard {
	set in-udp4 {
		type ipv4_addr
		size 131072
		flags dynamic,timeout
		counter
		timeout 60s
		elements = { 203.0.113.10 counter packets 99947 bytes 49973500 expires 5s,
			     203.0.113.11 counter packets 1 bytes 84 expires 1m59s968ms }
	}
}
table inet innkeeper-guard {
	set in-udp6 {
		type ipv6_addr
		flags dynamic,timeout
		counter
	}
}
table inet innkeeper-guard {
	set blocked6 {
		type ipv6_addr . ipv6_addr
		timeout 5m
		elements = { 2001:db8:1:2:: . 2001:db8:77:11:: expires 4m58s,
			     2001:db8:1:3:: . 2001:db8:77:11:: timeout 2m expires 1m59s }
	}
}
`;

test('parseSets parses sets with several elements, with none, and with two-part keys', () => {
  const sets = parseSets(LISTED);
  expect([...sets.keys()]).toEqual(['in-udp4', 'in-udp6', 'blocked6']);
  expect(sets.get('in-udp4')).toEqual([
    { key: ['203.0.113.10'], packets: 99_947, bytes: 49_973_500, expiresInMs: 5_000 },
    { key: ['203.0.113.11'], packets: 1, bytes: 84, expiresInMs: 119_968 },
  ]);
  expect(sets.get('in-udp6')).toEqual([]);
  expect(sets.get('blocked6')).toEqual([
    { key: ['2001:db8:1:2::', '2001:db8:77:11::'], packets: 0, bytes: 0, expiresInMs: 298_000 },
    { key: ['2001:db8:1:3::', '2001:db8:77:11::'], packets: 0, bytes: 0, expiresInMs: 119_000 },
  ]);
});
