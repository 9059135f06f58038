import { inFile } from '../mutation.ts';

const ADDRESSES = ['model/outgoing-http/public-address.test.ts'];
const TARGETS = ['model/outgoing-http/target.test.ts'];

/** Rules for requests to addresses that customers or staff name. */
export const OUTGOING_HTTP = [
  ...inFile('model/outgoing-http/public-address.ts', ADDRESSES, [
    ['a private address is not public', "if (address.range() !== 'unicast') return false;", ''],
    ['only global IPv6 addresses are public', 'address.match(GLOBAL_IPV6)', '(true as boolean)'],
    [
      'an address has one canonical form',
      'isIP(text) === 0 ? text : ipaddr.process(text)',
      'isIP(text) === 0 ? text : ipaddr.parse(text)',
    ],
  ]),
  ...inFile('model/outgoing-http/target.ts', TARGETS, [
    ['a URL holds no password', "url.username !== '' || url.password !== ''", "url.username !== ''"],
    ['a URL of a service has no fragment', "url.hash !== '' && !rules.allowsFragment", 'false as boolean'],
    [
      'schemes of endpoints are for endpoints',
      '? rules.endpointSchemes : rules.schemes',
      '? rules.schemes : rules.endpointSchemes',
    ],
    ['an address in a URL is judged', 'if (isIP(host) !== 0) return', 'if (isIP(host) === 9) return'],
    ['names of this host are refused', " || host.endsWith('.localhost')", ''],
    ['a private address is refused', 'if (!isPublicAddress(address)) return NOT_PUBLIC;', ''],
    ['the port of a public address is judged', 'if (!rules.allowsPort(port)) return rules.portRefusal;', ''],
    ['the host itself is refused at its public address', 'ownAddresses.includes(canonicalAddress(address))', 'false as boolean'],
    ['an endpoint is allowed at its own port alone', 'if (rules.allowsEndpointPorts && allowed.some', 'if (allowed.some'],
  ]),
  ...inFile('model/outgoing-http/rules.ts', TARGETS, [
    ['files come from web servers', 'WEB_PORTS.includes(port)', 'port > 0'],
    ['services have no port of another protocol', 'port === 443 || port >= 1_024', 'port >= 0'],
  ]),
];
