/** Pages of an account's servers. */
import { LARGE, MIDDLE } from '../fixture/fillings.ts';
import { part } from '../part.ts';
import { REFERENCES, type Reference, speedOf } from '../speed.ts';
import type { Read } from './measure.ts';
import { asked, measureReads, pages, type ReadsFigures } from './part.ts';
import { markdownOf } from './section.ts';
import { type Aim, aimAt, wayOf } from './targets.ts';
import { ALONE, BARE, BUSY, waysAmid } from './ways.ts';

const TURNS = { seconds: 1.5, rounds: 2 };
const PER_PAGE = 50;
const DEEP = 1_000;
/** As fast, as far as a measurement can tell. */
const MOST_TIMES = 1.2;
const PER_ITEM_MS = 0.06;
/** In turns: of so many servers a process has cached none when their turn comes again. */
const COLD_PAGES = 1_900;

const NAMES = {
  middle: `List, ${PER_PAGE} of ${MIDDLE}, 20 pages`,
  large: `List, ${PER_PAGE} of ${LARGE} of one account, 20 pages`,
  cold: `List, ${PER_PAGE} of ${LARGE}, ${COLD_PAGES} pages`,
  first: `List, page 1 of ${LARGE}`,
  deep: `List, page ${DEEP} of ${LARGE}`,
  one: `List, 1 of ${MIDDLE}`,
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
          asks: pages(token),
          items: PER_PAGE,
          ways: [ALONE, ...waysAmid({ others, own: [accountId] }), ...BARE],
        });
        const page = (name: string, path: string, { token }: typeof large, items = PER_PAGE): Read => ({
          name,
          asks: [asked(token, path)],
          items,
          ways: [ALONE, ...BARE.filter(({ key }) => key === 'query-alone')],
        });
        return [
          list(NAMES.middle, middle),
          list(NAMES.large, large),
          {
            name: NAMES.cold,
            // From where no other row has been.
            asks: pages(large.token, 101, COLD_PAGES),
            items: PER_PAGE,
            ways: [ALONE, ...waysAmid({ others, own: [] }).slice(0, 2), ...BARE.slice(0, 2)],
          },
          page(NAMES.first, `/v1/servers?per_page=${PER_PAGE}&page=1`, large),
          page(NAMES.deep, `/v1/servers?per_page=${PER_PAGE}&page=${DEEP}`, large),
          page(NAMES.one, '/v1/servers?per_page=1&page=7', middle, 1),
          {
            ...page(NAMES.images, `/v1/server-images?per_page=${PER_PAGE}`, middle),
            ways: [ALONE, ...waysAmid({ others, own: [] }).slice(3, 6), ...BARE],
          },
        ];
      },
      TURNS,
      options,
    ),
  section: ({ reads }) => markdownOf(reads),
  targets: ({ reads }) => {
    const at = (name: string, key: string) => wayOf(reads, name, key);
    const speed = (name: string, reference: Reference) => {
      const bare = at(name, 'fastify');
      return bare && speedOf(reference, bare.perSecond);
    };
    const amid = (name: string, aim: Aim, reference: Reference) =>
      aimAt(`${name}, amid ${BUSY} commits/s`, at(name, `fresh-${BUSY}`), at(name, `again-${BUSY}`), aim, speed(name, reference));
    const [first, deep] = [at(NAMES.first, 'alone'), at(NAMES.deep, 'alone')];
    const times = first && deep ? deep.p50 / first.p50 : 0;
    const asFast = {
      target: NAMES.deep,
      aim: `x ${MOST_TIMES} of page 1 at most`,
      measured: `x ${times.toFixed(2)}`,
      met: times <= MOST_TIMES,
    };
    const each = { p50: PER_ITEM_MS * PER_PAGE };
    return [
      ...amid(NAMES.middle, { perSecond: 1_000, p99: 60 }, REFERENCES.list10000),
      ...amid(NAMES.large, { perSecond: 600, p99: 100 }, REFERENCES.list100000),
      ...aimAt(`${NAMES.first}, one client`, first, undefined, { p50: 6 }, speed(NAMES.large, REFERENCES.list100000)),
      ...(times > 0 ? [asFast] : []),
      ...aimAt(
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
