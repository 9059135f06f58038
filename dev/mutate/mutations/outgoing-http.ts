import { mutationsOf } from '../mutation.ts';

const ADDRESSES = ['model/outgoing-http/public-address.test.ts'];
const TARGETS = ['model/outgoing-http/target.test.ts'];
const POLICIES = ['engine/outgoing-http/policies.test.ts'];
const REDIRECTS = ['engine/outgoing-http/get-with-redirects.test.ts'];
const BODIES = ['engine/outgoing-http/body.test.ts'];

/** Mutations of rules for requests to addresses that customers or staff name. */
export const OUTGOING_HTTP = [
  ...mutationsOf('model/outgoing-http/public-address.ts', ADDRESSES, [
    ['a private address is not public', "if (address.range() !== 'unicast') return false;", ''],
    ['only global IPv6 addresses are public', 'address.match(GLOBAL_IPV6)', '(true as boolean)'],
    [
      'an IPv4 address in IPv6 form is treated as IPv4',
      'isIP(text) === 0 ? text : ipaddr.process(text)',
      'isIP(text) === 0 ? text : ipaddr.parse(text)',
    ],
  ]),
  ...mutationsOf('model/outgoing-http/target.ts', TARGETS, [
    ['a URL must not contain a password', "url.username !== '' || url.password !== ''", "url.username !== ''"],
    ['the URL of a service must not contain a fragment', "url.hash !== '' && !rules.allowsFragment", 'false as boolean'],
    [
      'the schemes of endpoints are allowed only for endpoints',
      '? rules.endpointSchemes : rules.schemes',
      '? rules.schemes : rules.endpointSchemes',
    ],
    ['an IP address in a URL is checked', 'if (isIP(host) !== 0) return', 'if (isIP(host) === 9) return'],
    ['the names of this host are refused', " || host.endsWith('.localhost')", ''],
    ['a private address is refused', 'if (!isPublicAddress(address)) return NOT_PUBLIC;', ''],
    ['the port of a public address is checked', 'if (!rules.allowsPort(port)) return rules.portRefusal;', ''],
    ['a public address of this host is refused', 'ownAddresses.includes(canonicalAddress(address))', 'false as boolean'],
    [
      'a host name may use the port of an endpoint only if the rules allow it',
      'if (rules.allowsEndpointPorts && allowed.some',
      'if (allowed.some',
    ],
  ]),
  ...mutationsOf('model/outgoing-http/rules.ts', TARGETS, [
    ['files are downloaded only from the ports of web servers', 'WEB_PORTS.includes(port)', 'port > 0'],
    ['a service cannot use the port of another protocol', 'port === 443 || port >= 1_024', 'port >= 0'],
  ]),
  ...mutationsOf('engine/outgoing-http/resolve-allowed-address.ts', POLICIES, [
    ['a URL is checked again before its request', 'if (urlRefusal !== undefined) throw', 'if (urlRefusal === text) throw'],
    ['the addresses of a host name are checked', 'if (refusal !== undefined) throw', 'if (refusal === text) throw'],
    ['a host name that resolves to this host is refused', 'rules, allowed, listOwnAddresses())', 'rules, allowed, [])'],
    ['an aborted request does not resolve a host name', '    signal.throwIfAborted();\n', ''],
    ['an aborted request does not wait for the resolver', "    signal.addEventListener('abort', abort, { once: true });\n", ''],
  ]),
  ...mutationsOf('engine/outgoing-http/send-request.ts', POLICIES, [
    ['a request connects to the address that was checked', '    lookup: pinLookup(address),\n', ''],
    ['an abort ends the request', '    signal,\n    // A pooled', '    // A pooled'],
    ['an idle connection is closed', 'timeout: policy.idleTimeoutMs', 'timeout: 0', REDIRECTS],
  ]),
  ...mutationsOf('engine/outgoing-http/get-with-redirects.ts', REDIRECTS, [
    ['the number of redirects is limited', 'redirects <= maxRedirects', 'redirects <= 100'],
    ['a redirect closes its connection', '    reply.close();\n', ''],
    ['a redirect must lead to a valid URL', 'if (!URL.canParse(location, url)) {', 'if (false as boolean) {'],
  ]),
  ...mutationsOf('engine/outgoing-http/body.ts', BODIES, [
    ['the declared size of a body is checked', '    this.#check(this.declared ?? 0);\n', ''],
    ['the received size of a body is checked', '    this.#check(this.#bytes);\n', ''],
    ['reading the start of a body stops at its limit', 'if (bytes >= maxBytes) break;', ''],
  ]),
];
