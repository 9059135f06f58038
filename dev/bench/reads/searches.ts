/** Searches for a part of an address and of a hostname. */
import { LARGE, SMALL, SMALL_ACCOUNTS } from '../fixture/fillings.ts';
import { ROLES } from '../fixture/servers.ts';
import { part } from '../part.ts';
import type { Read, Way } from './measure.ts';
import { asked, measureReads, type ReadsFigures } from './part.ts';
import { markdownOf } from './section.ts';
import { aimAt, wayOf } from './targets.ts';
import { ALONE, BARE, BUSY } from './ways.ts';

const TURNS = { seconds: 1, rounds: 2 };
const DEEP = 100;

const NAMES = {
  address: `Search, part of an address that few of ${LARGE} have`,
  network: `Search, part of an address that hundreds of ${LARGE} have`,
  every: `Search, part of an address that all ${LARGE} have`,
  first: `Search, part of a hostname that ${LARGE / ROLES.length} of ${LARGE} have, page 1`,
  deep: `Search, the same, page ${DEEP}`,
  letters: `Search, two letters, page 1`,
  nothing: 'Search, what nothing has',
  sorted: 'Search, sorted by expiry, which PostgreSQL does: two letters, page 1',
  smallAddress: `Search, part of an address, in ${SMALL_ACCOUNTS} accounts of ${SMALL}`,
  smallHostname: `Search, part of a hostname, in ${SMALL_ACCOUNTS} accounts of ${SMALL}`,
};

export const searches = part<ReadsFigures>({
  title: 'Searches',
  always: true,
  measure: (options) =>
    measureReads(
      ({ large, small, addresses }) => {
        const others = small.map(({ accountId }) => accountId);
        const ways: Way[] = [
          ALONE,
          {
            key: `fresh-${BUSY}`,
            label: `20 clients, fresh, amid ${BUSY} commits/s of others`,
            side: 'api',
            fresh: true,
            rate: { perSecond: BUSY, accountIds: others },
          },
          ...BARE.filter(({ key }) => key === 'query-alone'),
        ];
        const search = (name: string, terms: readonly string[], page = 1, more = ''): Read => ({
          name,
          asks: terms.map((term) => asked(large.token, `${pathOf(term, page)}${more}`)),
          items: 50,
          ways,
        });
        const each = (name: string, term: string): Read => ({
          name,
          asks: small.slice(0, 100).map(({ token }) => asked(token, pathOf(term, 1))),
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
          search(NAMES.first, ROLES),
          search(NAMES.deep, ROLES, DEEP),
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
    const aims = {
      address: 20,
      network: 20,
      every: 20,
      first: 15,
      deep: 15,
      letters: 15,
      nothing: 15,
      smallAddress: 20,
      smallHostname: 15,
    };
    return Object.entries(aims).flatMap(([key, p50]) => {
      const name = NAMES[key as keyof typeof NAMES];
      return aimAt(`${name}, one client`, wayOf(reads, name, 'alone'), undefined, { p50 });
    });
  },
  statements: ({ statements }) => statements,
});

const pathOf = (term: string, page: number): string => `/v1/servers?filter[search]=${term}&per_page=50&page=${page}`;
