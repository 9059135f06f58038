/** Addresses that a host has, and those that it depends on: its routers, its resolvers and the mirrors of its packages. */
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { HostAddress } from '@innkeeper/model/net/node-network';
import { debianRelease, debianSources } from '../../host/apt.ts';
import type { Netns } from '../netns.ts';
import { defaultRoute, interfacesOf } from './host.ts';

export class HostAddresses {
  /** Hostnames of the mirrors, which do not change while this process runs. `null` before they were read. */
  #hosts: readonly string[] | null = null;
  #mirrors: readonly HostAddress[] = [];
  #resolving = false;

  /** Returns the host's addresses. Mirrors are as resolved before this call, because an unreachable resolver answers late. */
  async read(host: Netns): Promise<HostAddress[]> {
    this.#refreshMirrors();
    const interfaces = (await interfacesOf(host)).flatMap(({ ifname, addr_info = [] }) =>
      addr_info.filter(({ scope }) => scope === 'global').map(({ local }) => ({ address: local, name: ifname })),
    );
    const routes = await Promise.all([defaultRoute(host, 4), defaultRoute(host, 6)]);
    const routers = routes.flatMap((route) => route?.gateway ?? []);
    return [
      ...interfaces.map((one) => ({ ...one, use: 'interface' as const })),
      ...routers.filter(isUnicast).map((address) => ({ address, use: 'router' as const, name: null })),
      ...(await resolvers()).map((address) => ({ address, use: 'resolver' as const, name: null })),
      ...this.#mirrors,
    ];
  }

  #refreshMirrors(): void {
    if (this.#resolving) return;
    this.#resolving = true;
    const refreshed = async () => {
      this.#hosts ??= await mirrorHosts();
      this.#mirrors = (await Promise.all(this.#hosts.map(mirrorAddresses))).flat();
    };
    void refreshed()
      .catch(() => undefined)
      .finally(() => {
        this.#resolving = false;
      });
  }
}

/** Parses lines such as `nameserver 192.0.2.53`. Omits loopback and link-local resolvers. */
export function parseResolvers(text: string): string[] {
  return [...text.matchAll(/^nameserver[ \t]+(\S+)/gm)].flatMap(([, address = '']) => (isUnicast(address) ? address : []));
}

/** Lists the resolvers, including the upstream servers of systemd-resolved's stub. */
async function resolvers(): Promise<string[]> {
  const read = (file: string) => readFile(file, 'utf8').catch(() => '');
  const all = await Promise.all(['/etc/resolv.conf', '/run/systemd/resolve/resolv.conf'].map(read));
  return [...new Set(all.flatMap(parseResolvers))];
}

const isUnicast = (address: string): boolean => isIP(address) !== 0 && !/^(127\.|169\.254\.|0\.|::1$|fe80:)/i.test(address);

async function mirrorHosts(): Promise<string[]> {
  const { codename } = await debianRelease();
  const uris = (await debianSources(codename)).map(({ uri }) => new URL(uri).hostname.replace(/^\[|\]$/g, ''));
  return [...new Set(uris)];
}

async function mirrorAddresses(name: string): Promise<HostAddress[]> {
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => ({ address, use: 'mirror', name }));
}
