/** Measures pages of an account's servers. */
import { LARGE_ACCOUNT_SERVERS, MIDDLE_ACCOUNT_SERVERS } from '../fixture/fillings.ts';
import { part } from '../part.ts';
import { REFERENCES, type Reference, speedOf } from '../speed.ts';
import type { Read } from './measure.ts';
import { BARE_MODES, BUSY_COMMITS_PER_SECOND, modesDuring, SINGLE_CLIENT } from './modes.ts';
import { measureReads, pageRequests, type ReadsFigures, tokenRequest } from './part.ts';
import { markdownOf } from './section.ts';
import { findMode, judgeRead, type ReadTarget } from './targets.ts';

const TURNS = { seconds: 1.5, rounds: 2 };
const PER_PAGE = 50;
const DEEP = 1_000;
const PER_ITEM_MS = 0.06;

const NAMES = {
  middle: `List, ${PER_PAGE} of ${MIDDLE_ACCOUNT_SERVERS}, 20 pages`,
  large: `List, ${PER_PAGE} of ${LARGE_ACCOUNT_SERVERS} of one account, 20 pages`,
  first: `List, page 1 of ${LARGE_ACCOUNT_SERVERS}`,
  deep: `List, page ${DEEP} of ${LARGE_ACCOUNT_SERVERS}`,
  one: `List, 1 of ${MIDDLE_ACCOUNT_SERVERS}`,
  images: 'List server images',
};

export const lists = part<ReadsFigures>({
  title: 'Lists of servers',
  always: true,
  measure: (options) =>
    measureReads(
      ({ middle, large, small }) => {
        const others = small.map(({ accountId }) => accountId);
        const list = (name: string, { token, accountId }: typeof large): Read => ({
          name,
          asks: pageRequests(token),
          items: PER_PAGE,
          ways: [SINGLE_CLIENT, ...modesDuring({ others, own: [accountId] }), ...BARE_MODES],
        });
        const page = (name: string, path: string, { token }: typeof large, items = PER_PAGE): Read => ({
          name,
          asks: [tokenRequest(token, path)],
          items,
          ways: [SINGLE_CLIENT, ...BARE_MODES.filter(({ key }) => key === 'query-alone')],
        });
        return [
          list(NAMES.middle, middle),
          list(NAMES.large, large),
          page(NAMES.first, `/v1/servers?per_page=${PER_PAGE}&page=1`, large),
          page(NAMES.deep, `/v1/servers?per_page=${PER_PAGE}&page=${DEEP}`, large),
          page(NAMES.one, '/v1/servers?per_page=1&page=7', middle, 1),
          {
            ...page(NAMES.images, `/v1/server-images?per_page=${PER_PAGE}`, middle),
            ways: [SINGLE_CLIENT, ...modesDuring({ others, own: [] }).slice(3, 6), ...BARE_MODES],
          },
        ];
      },
      TURNS,
      options,
    ),
  section: ({ reads }) => markdownOf(reads),
  targets: ({ reads }) => {
    const at = (name: string, key: string) => findMode(reads, name, key);
    const speed = (name: string, reference: Reference) => {
      const bare = at(name, 'fastify');
      return bare && speedOf(reference, bare.perSecond);
    };
    const amid = (name: string, aim: ReadTarget, reference: Reference) =>
      judgeRead(
        `${name}, amid ${BUSY_COMMITS_PER_SECOND} commits/s`,
        at(name, `fresh-${BUSY_COMMITS_PER_SECOND}`),
        at(name, `again-${BUSY_COMMITS_PER_SECOND}`),
        aim,
        speed(name, reference),
      );
    const first = at(NAMES.first, 'alone');
    const each = { p50: PER_ITEM_MS * PER_PAGE };
    return [
      ...amid(NAMES.middle, { perSecond: 1_000, p99: 60 }, REFERENCES.list10000),
      ...judgeRead(`${NAMES.first}, one client`, first, undefined, { p50: 15 }, speed(NAMES.large, REFERENCES.list100000)),
      ...judgeRead(
        `A page of ${PER_PAGE} at ${PER_ITEM_MS} ms each, one client`,
        at(NAMES.middle, 'alone'),
        undefined,
        each,
        speed(NAMES.middle, REFERENCES.list10000),
      ),
    ];
  },
  statements: ({ statements }) => statements,
});
