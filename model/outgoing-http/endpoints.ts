/**
 * Private endpoints that the operator allows for outgoing requests: mirrors, webhook receivers, identity providers.
 *
 * An endpoint is one address and one port. Names are not accepted, because the owner of a name's DNS can point it elsewhere.
 */
import ipaddr from 'ipaddr.js';

export interface Endpoint {
  /** Address in its shortest form: `10.0.0.5` or `fd00::5`. */
  readonly address: string;
  readonly port: number;
}

/** Excludes link-local addresses, at which clouds serve the secrets of a machine, and IPv4 addresses in IPv6 form. */
const ALLOWED_RANGES: readonly string[] = ['unicast', 'private', 'uniqueLocal', 'carrierGradeNat', 'loopback'];

/** Parses `10.0.0.5:8080` or `[fd00::5]:8080`. Returns `undefined` for other text and for addresses outside the allowed ranges. */
export function parseEndpoint(text: string): Endpoint | undefined {
  const [, six, four, digits = ''] = /^(?:\[([0-9a-f:]+)\]|(\d+\.\d+\.\d+\.\d+)):([1-9]\d{0,4})$/i.exec(text) ?? [];
  const port = Number(digits);
  const address = shortenAddress(six ?? four ?? '');
  if (address === undefined || port > 65_535) return undefined;
  return ALLOWED_RANGES.includes(ipaddr.parse(address).range()) ? { address, port } : undefined;
}

/** Formats an endpoint for `parseEndpoint`. */
export function formatEndpoint({ address, port }: Endpoint): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/**
 * Returns whether exactly this address and port are in the list. `::ffff:10.0.0.5` does not match `10.0.0.5`, and a name in `address`
 * never matches.
 */
export function includesEndpoint(endpoints: readonly Endpoint[], { address, port }: Endpoint): boolean {
  const short = shortenAddress(address);
  return endpoints.some((endpoint) => endpoint.address === short && endpoint.port === port);
}

function shortenAddress(address: string): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address;
  return ipaddr.IPv6.isValid(address) ? ipaddr.parse(address).toString() : undefined;
}
