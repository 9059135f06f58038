/** Measures searches for a part of an address and of a hostname. */
import { LARGE_ACCOUNT_SERVERS, SMALL_ACCOUNT_SERVERS, SMALL_ACCOUNTS } from '../fixture/fillings.ts';
import { HOSTNAME_PREFIXES } from '../fixture/servers.ts';
import { part } from '../part.ts';
import type { Read, ReadMode } from './measure.ts';
import { BARE_MODES, BUSY_COMMITS_PER_SECOND, SINGLE_CLIENT } from './modes.ts';
import { measureReads, type ReadsFigures, tokenRequest } from './part.ts';
import { markdownOf } from './section.ts';
import { findMode, judgeRead } from './targets.ts';

const TURNS = { seconds: 1, rounds: 2 };
const DEEP = 100;

const NAMES = {
  address: `Search, part of an address that few of ${LARGE_ACCOUNT_SERVERS} have`,
  network: `Search, part of an address that hundreds of ${LARGE_ACCOUNT_SERVERS} have`,
  every: `Search, part of an address that all ${LARGE_ACCOUNT_SERVERS} have`,
  first: `Search, part of a hostname that ${LARGE_ACCOUNT_SERVERS / HOSTNAME_PREFIXES.length} of ${LARGE_ACCOUNT_SERVERS} have, page 1`,
  deep: `Search, the same, page ${DEEP}`,
  letters: `Search, two letters, page 1`,
  nothing: 'Search, what nothing has',
  sorted: 'Search, sorted by expiry, which PostgreSQL does: two letters, page 1',
  smallAddress: `Search, part of an address, in ${SMALL_ACCOUNTS} accounts of ${SMALL_ACCOUNT_SERVERS}`,
  smallHostname: `Search, part of a hostname, in ${SMALL_ACCOUNTS} accounts of ${SMALL_ACCOUNT_SERVERS}`,
};

export const searches = part<ReadsFigures>({
  title: 'Searches',
  always: true,
  measure: (options) =>
    measureReads(
      ({ large, small, addresses }) => {
        const others = small.map(({ accountId }) => accountId);
        const ways: ReadMode[] = [
          SINGLE_CLIENT,
          {
            key: `fresh-${BUSY_COMMITS_PER_SECOND}`,
            label: `20 clients, fresh, amid ${BUSY_COMMITS_PER_SECOND} commits/s of others`,
            side: 'api',
            fresh: true,
            rate: { perSecond: BUSY_COMMITS_PER_SECOND, accountIds: others },
          },
          ...BARE_MODES.filter(({ key }) => key === 'query-alone'),
        ];
        const search = (name: string, terms: readonly string[], page = 1, more = ''): Read => ({
          name,
          asks: terms.map((term) => tokenRequest(large.token, `${pathOf(term, page)}${more}`)),
          items: 50,
          ways,
        });
        const each = (name: string, term: string): Read => ({
          name,
          asks: small.slice(0, 100).map(({ token }) => tokenRequest(token, pathOf(term, 1))),
          items: 50,
          ways,
        });
        return [
          search(NAMES.address, addresses),
          search(
            NAMES.network,
            addresses.map((address) => `.${address.split('.')[2]}.`),
          ),
          search(NAMES.every, ['10.6']),
          search(NAMES.first, HOSTNAME_PREFIXES),
          search(NAMES.deep, HOSTNAME_PREFIXES, DEEP),
          search(NAMES.letters, ['we', 'ma', 'st', 're']),
          search(NAMES.nothing, ['zzz', 'qqq', 'yyy', 'xxx']),
          search(NAMES.sorted, ['we', 'ma', 'st', 're'], 1, '&sort[expiry_at]=asc'),
          each(NAMES.smallAddress, '.1'),
          each(NAMES.smallHostname, 'web'),
        ];
      },
      TURNS,
      options,
    ),
  section: ({ reads }) => markdownOf(reads),
  targets: ({ reads }) => {
    const aims = { smallAddress: 20, smallHostname: 15 };
    return Object.entries(aims).flatMap(([key, p50]) => {
      const name = NAMES[key as keyof typeof NAMES];
      return judgeRead(`${name}, one client`, findMode(reads, name, 'alone'), undefined, { p50 });
    });
  },
  statements: ({ statements }) => statements,
});

const pathOf = (term: string, page: number): string => `/v1/servers?filter[search]=${term}&per_page=50&page=${page}`;
