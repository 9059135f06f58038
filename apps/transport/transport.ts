/** Chooses the transport of the API, so that no token crosses a network unencrypted. Pure. */
import { isIP } from 'node:net';
import type { SharedConfiguration } from '@innkeeper/model/configuration/settings';
import ipaddr from 'ipaddr.js';

/** Part of the configuration that describes how the API is reached. */
export interface ListenSettings {
  /** IP address of this machine. `0.0.0.0` and `::` mean all addresses. */
  address: string;
  port: number;
  /** Files of the operator. Both or none are set. */
  tlsCert: string | null;
  tlsKey: string | null;
  /** Reverse proxies, as addresses or CIDRs. They use HTTPS with clients, and HTTP with the API. */
  trustProxy: readonly string[];
  /** URL that clients use, such as `https://api.example.com`. `null` for the address that the API listens on. */
  publicUrl: string | null;
  /** True in the container of a trial, whose port is published on loopback only. */
  isTrial: boolean;
}

export type Transport = { kind: 'http' } | { kind: 'self-signed' } | { kind: 'operator-certificate'; cert: string; key: string };

/** Returns the part of the configuration that describes how the API is reached. */
export function listenSettingsOf(values: SharedConfiguration): ListenSettings {
  return {
    address: values['api.address'],
    port: values['api.port'],
    tlsCert: values['api.tls_cert'],
    tlsKey: values['api.tls_key'],
    trustProxy: values['api.trust_proxy'],
    publicUrl: values['api.public_url'],
    isTrial: values['api.trial'],
  };
}

/** Chooses plain HTTP only for loopback, behind a trusted proxy, and in the container of a trial. */
export function chooseTransport({ address, tlsCert, tlsKey, trustProxy, isTrial }: ListenSettings): Transport {
  if (tlsCert !== null && tlsKey !== null) return { kind: 'operator-certificate', cert: tlsCert, key: tlsKey };
  return isLoopback(address) || trustProxy.length > 0 || isTrial ? { kind: 'http' } : { kind: 'self-signed' };
}

/** Returns the URL of the API for a client of this machine: `http://127.0.0.1:7080`. */
export function localUrl(listening: ListenSettings): string {
  const scheme = chooseTransport(listening).kind === 'http' ? 'http' : 'https';
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  const host = everywhere[listening.address] ?? (isIP(listening.address) === 6 ? `[${listening.address}]` : listening.address);
  return `${scheme}://${host}:${listening.port}`;
}

/**
 * Returns the URL of the console for a browser on this machine. For loopback it uses a name, because passkeys and cookies are bound to a
 * name.
 */
export function consoleUrl(listening: ListenSettings): string {
  if (listening.publicUrl !== null) return listening.publicUrl;
  const url = new URL(localUrl(listening));
  if (isLoopbackHost(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}

/**
 * Returns whether the API is meant to be reached only from this machine: neither directly, nor by a proxy or a public URL from elsewhere.
 */
export function isLocalOnly({ address, trustProxy, publicUrl }: ListenSettings): boolean {
  return isLoopback(address) && trustProxy.length === 0 && (publicUrl === null || isLoopbackHost(new URL(publicUrl).hostname));
}

/** Returns whether a host of a URL is this machine: `localhost`, `127.0.0.1`, `[::1]`. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '');
  return name === 'localhost' || (isIP(name) !== 0 && isLoopback(name));
}

/** Returns whether an IP address is reachable from this machine alone. */
export function isLoopback(address: string): boolean {
  return ipaddr.process(address).range() === 'loopback';
}
