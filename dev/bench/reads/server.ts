/** Measures single servers, and compares them with bare Fastify. */
import { part } from '../part.ts';
import {
  BARE_MODES,
  BUSY_COMMITS_PER_SECOND,
  bareModesDuring,
  modesDuring,
  RUSH_COMMITS_PER_SECOND,
  SINGLE_CLIENT,
} from './modes.ts';
import { measureReads, type ReadsFigures, tokenRequest } from './part.ts';
import { markdownOf } from './section.ts';
import { findMode } from './targets.ts';

const TURNS = { seconds: 1.5, rounds: 3 };
const NAMES = { twenty: 'Get a server, 20 different ones', all: 'Get a server, each time another one' };
const MIN_RATIO = 0.6;

export const server = part<ReadsFigures>({
  title: 'Single servers',
  always: true,
  measure: (options) =>
    measureReads(
      ({ large, small, serverIds }) => {
        const get = (ids: number[]) => ids.map((id) => tokenRequest(large.token, `/v1/servers/${id}`));
        const others = small.map(({ accountId }) => accountId);
        const ways = modesDuring({ others, own: [large.accountId] });
        const bare = [...BARE_MODES, ...bareModesDuring({ others })];
        const again = ways.filter(({ fresh }) => !fresh);
        const fresh = ways.filter((way) => way.fresh);
        const route = '/v1/servers/:id';
        return [
          {
            name: NAMES.twenty,
            asks: get(serverIds.filter((_, i) => i % 5_000 === 0)),
            items: 1,
            ways: [...again, ...bare],
            route,
          },
          { name: NAMES.all, asks: get(serverIds), items: 1, ways: [SINGLE_CLIENT, ...fresh, ...bare], route },
        ];
      },
      TURNS,
      options,
    ),
  section: ({ reads }) => markdownOf(reads),
  targets: ({ reads }) =>
    [
      { name: NAMES.twenty, key: 'again', bare: 'fastify', words: '20 servers, again and again, no commits' },
      ...[BUSY_COMMITS_PER_SECOND, RUSH_COMMITS_PER_SECOND].map((rate) => ({
        ...{ name: NAMES.twenty, key: `again-${rate}`, bare: `fastify-${rate}` },
        words: `20 servers, again and again, both amid ${rate} commits/s`,
      })),
      { name: NAMES.all, key: 'fresh', bare: 'fastify', words: 'each time another server, no commits' },
      {
        ...{ name: NAMES.all, key: `fresh-${RUSH_COMMITS_PER_SECOND}`, bare: `fastify-${RUSH_COMMITS_PER_SECOND}` },
        words: `each time another server, both amid ${RUSH_COMMITS_PER_SECOND} commits/s`,
      },
    ].flatMap(({ name, key, bare: yardstick, words }) => {
      const [way, bare] = [findMode(reads, name, key), findMode(reads, name, yardstick)];
      if (!way || !bare) return [];
      const share = way.perSecond / bare.perSecond;
      return [
        {
          target: `Get a server: ${words}`,
          aim: `${MIN_RATIO} of bare Fastify`,
          measured: share.toFixed(2),
          met: share >= MIN_RATIO,
        },
      ];
    }),
  statements: ({ statements }) => statements,
});
