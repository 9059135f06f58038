/** Pages of an account's servers. */
import { LARGE, MIDDLE } from '../fixture/fillings.ts';
import { part, type Target } from '../part.ts';
import type { Read } from './measure.ts';
import { asked, measureReads, pages, type ReadsFigures } from './part.ts';
import { markdownOf } from './section.ts';
import { aimAt, wayOf } from './targets.ts';
import { ALONE, BARE, BUSY, waysAmid } from './ways.ts';

const TURNS = { seconds: 1.5, rounds: 2 };
const PER_PAGE = 50;
const DEEP = 1_000;

const NAMES = {
  middle: `List, ${PER_PAGE} of ${MIDDLE}, 20 pages`,
  large: `List, ${PER_PAGE} of ${LARGE} of one account, 20 pages`,
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
    const found: Target[] = [];
    const at = (name: string, key: string) => wayOf(reads, name, key);
    const amid = { perSecond: 1_000, p99: 60 };
    found.push(
      ...aimAt(
        `List of ${MIDDLE}, 20 pages amid ${BUSY} commits/s`,
        at(NAMES.middle, `fresh-${BUSY}`),
        at(NAMES.middle, `again-${BUSY}`),
        amid,
      ),
    );
    const large = { perSecond: 600, p99: 100 };
    found.push(
      ...aimAt(
        `List of ${LARGE}, 20 pages amid ${BUSY} commits/s`,
        at(NAMES.large, `fresh-${BUSY}`),
        at(NAMES.large, `again-${BUSY}`),
        large,
      ),
    );
    const [first, deep] = [at(NAMES.first, 'alone'), at(NAMES.deep, 'alone')];
    if (first)
      found.push({
        target: `List of ${LARGE}, one client, fresh`,
        aim: 'p50 under 6 ms',
        measured: `${first.p50.toFixed(1)} ms`,
        met: first.p50 < 6,
      });
    if (first && deep) {
      const times = deep.p50 / first.p50;
      found.push({
        target: `List of ${LARGE}, page ${DEEP}, fresh`,
        aim: 'as fast as page 1 (x 1.2 at most)',
        measured: `${deep.p50.toFixed(1)} ms, x ${times.toFixed(2)}`,
        met: times <= 1.2,
      });
    }
    const page = at(NAMES.middle, 'alone');
    if (page) {
      const each = page.p50 / PER_PAGE;
      found.push({
        target: 'A fresh page, per item, one client',
        aim: '0.06 ms',
        measured: `${each.toFixed(3)} ms`,
        met: each <= 0.06,
      });
    }
    return found;
  },
  statements: ({ statements }) => statements,
});
