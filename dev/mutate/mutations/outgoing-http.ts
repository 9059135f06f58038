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
      'an address has one canonical form',
      'isIP(text) === 0 ? text : ipaddr.process(text)',
      'isIP(text) === 0 ? text : ipaddr.parse(text)',
    ],
  ]),
  ...mutationsOf('model/outgoing-http/target.ts', TARGETS, [
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
  ...mutationsOf('model/outgoing-http/rules.ts', TARGETS, [
    ['files come from web servers', 'WEB_PORTS.includes(port)', 'port > 0'],
    ['services have no port of another protocol', 'port === 443 || port >= 1_024', 'port >= 0'],
  ]),
  ...mutationsOf('engine/outgoing-http/resolve-allowed-address.ts', POLICIES, [
    ['a URL is judged again before its request', 'if (urlRefusal !== undefined) throw', 'if (urlRefusal === text) throw'],
    ['the addresses of a name are judged', 'if (refusal !== undefined) throw', 'if (refusal === text) throw'],
    ['addresses of this host are known', 'rules, allowed, listOwnAddresses())', 'rules, allowed, [])'],
    ['an aborted request resolves no name', '    signal.throwIfAborted();\n', ''],
    ['a resolver that never answers is left', "    signal.addEventListener('abort', abort, { once: true });\n", ''],
  ]),
  ...mutationsOf('engine/outgoing-http/send-request.ts', POLICIES, [
    ['a request goes to the judged address', '    lookup: pinLookup(address),\n', ''],
    ['a request ends with its signal', '    signal,\n    // A pooled', '    // A pooled'],
    ['a quiet connection is closed', 'timeout: policy.idleTimeoutMs', 'timeout: 0', REDIRECTS],
  ]),
  ...mutationsOf('engine/outgoing-http/get-with-redirects.ts', REDIRECTS, [
    ['redirects have an end', 'redirects <= maxRedirects', 'redirects <= 100'],
    ['a redirect leaves no connection', '    reply.close();\n', ''],
    ['a redirect is a URL', 'if (!URL.canParse(location, url)) {', 'if (false as boolean) {'],
  ]),
  ...mutationsOf('engine/outgoing-http/body.ts', BODIES, [
    ['a declared size is judged', '    this.#check(this.declared ?? 0);\n', ''],
    ['a received size is judged', '    this.#check(this.#bytes);\n', ''],
    ['the start of a body has an end', 'if (bytes >= maxBytes) break;', ''],
  ]),
];
