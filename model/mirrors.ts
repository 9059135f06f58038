/**
 * Mirrors of the operator's own, in networks that are not public: what customers may download from besides the internet. Each is
 * one address and one port. A name is not accepted, since whoever controls its DNS could point it elsewhere.
 */
import ipaddr from 'ipaddr.js';

export interface Mirror {
  /** `10.0.0.5` or `fd00::5`, in its shortest form. */
  readonly address: string;
  readonly port: number;
}

/** Not among them: link-local addresses, by which clouds tell machines secrets, and IPv4 in the clothes of IPv6. */
const RANGES: readonly string[] = ['unicast', 'private', 'uniqueLocal', 'carrierGradeNat', 'loopback'];

/** `10.0.0.5:8080` or `[fd00::5]:8080`; undefined for all else. */
export function parseMirror(text: string): Mirror | undefined {
  const [, six, four, digits = ''] = /^(?:\[([0-9a-f:]+)\]|(\d+\.\d+\.\d+\.\d+)):([1-9]\d{0,4})$/i.exec(text) ?? [];
  const port = Number(digits);
  const address = shortest(six ?? four ?? '');
  if (address === undefined || port > 65_535) return undefined;
  return RANGES.includes(ipaddr.parse(address).range()) ? { address, port } : undefined;
}

/** As `parseMirror` takes it. */
export function mirrorText({ address, port }: Mirror): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** Whether this very address and port are one of them. `address` may be a name, which never is. */
export function isMirror(mirrors: readonly Mirror[], place: Mirror): boolean {
  const address = shortest(place.address);
  return mirrors.some((mirror) => mirror.address === address && mirror.port === place.port);
}

function shortest(address: string): string | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address;
  return ipaddr.IPv6.isValid(address) ? ipaddr.parse(address).toString() : undefined;
}
