/** Measures sign-ins during reads, and the reply times for known and unknown addresses. */
import { setTimeout } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import { createToken } from '@innkeeper/db/tables/tokens';
import { openUserPasswords } from '@innkeeper/domain/passwords/hash';
import { type Kysely, sql } from 'kysely';
import { type Child, startChild } from '../child.ts';
import { aShop, type Shop } from '../fixture/fillings.ts';
import { combineRounds, type LoadFigures, median, type Times } from '../load.ts';
import type { Options } from '../part.ts';
import { tokenRequest } from '../reads/part.ts';
import { type ReadBench, withReadBench } from '../reads/read-bench.ts';
import type { Visit } from '../roles/visitors.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import { aucMargin, rocAuc } from './roc-auc.ts';

export interface TimingFigures {
  name: string;
  /** Median in milliseconds. */
  knownMs: number;
  unknownMs: number;
  /** See `rocAuc`. */
  apart: number;
  chance: number;
}

export interface PeopleFigures {
  /** Reads without sign-ins, and reads during sign-ins. */
  alone: LoadFigures;
  beside: LoadFigures;
  signIns: LoadFigures;
  timings: TimingFigures[];
  statements: StatementFigures[];
}

export const READS_PER_SECOND = 100;
export const CLIENTS = 8;
const ROUND_SECONDS = 10;
const WARM_UP_ROUNDS = 2;
const ROUNDS = 6;
/** Number of attempts per address, below the limit of attempts. */
const TRIES = 8;
const PASSWORD = 'seven green lanterns';

export function measurePeople({ say }: Options): Promise<PeopleFigures> {
  return withReadBench(aShop, say, async (place) => {
    const visitors = startChild('visitors');
    try {
      const people = await givenPeople(place.db);
      const beside = await readsBeside(place, visitors, people);
      say(`reads: p99 ${beside.alone.p99.toFixed(1)} ms, beside sign-ins ${beside.beside.p99.toFixed(1)} ms`);
      const timings: TimingFigures[] = [];
      for (const one of kindsOf(people)) {
        const figures = await timingOf(place, visitors, one);
        say(`${one.name}: ${figures.knownMs.toFixed(2)} and ${figures.unknownMs.toFixed(2)} ms, ${figures.apart.toFixed(3)}`);
        timings.push(figures);
      }
      return { ...beside, timings, statements: await topStatements(place) };
    } finally {
      await visitors.stop();
    }
  });
}

/**
 * Measures reads with and without sign-ins. Both alternate, so that noise of the machine affects both. Sign-ins start a second before the
 * reads, because eight simultaneous first sign-ins are not the subject. Reads near that start would be 1 % of those in 5 s.
 */
async function readsBeside(place: ReadBench<Shop>, visitors: Child, people: readonly Person[]) {
  const { load, apiBase, known } = place;
  const asks = [tokenRequest(known.thousand.token, '/v1/servers?per_page=10')];
  const read = () =>
    load.ask<Times>('runSteadily', { base: apiBase, asks, fresh: true }, { perSecond: READS_PER_SECOND, seconds: ROUND_SECONDS });
  const both = async () => {
    const signedIn = visitors.ask<Times>('again', apiBase, people.slice(0, CLIENTS).map(signInOf), ROUND_SECONDS + 1);
    await setTimeout(1000);
    return Promise.all([read(), signedIn]);
  };
  const [alone, beside, signIns]: [Times[], Times[], Times[]] = [[], [], []];
  // Measure nothing cold. New code is compiled on the same two cores, and in the first 10 s of sign-ins the p99 of reads was twice as high.
  for (let round = 1; round <= WARM_UP_ROUNDS; round += 1) await both();
  for (let round = 1; round <= ROUNDS; round += 1) {
    alone.push(await read());
    const [reads, signed] = await both();
    beside.push(reads);
    signIns.push(signed);
  }
  return { alone: combineRounds(alone), beside: combineRounds(beside), signIns: combineRounds(signIns) };
}

const signInOf = ({ email }: Person): Visit => ({ path: '/v1/sessions', body: { email, password: PASSWORD }, status: 201 });

interface Kind {
  name: string;
  known: Visit[];
  unknown: Visit[];
}

interface Person {
  email: string;
  token: string;
}

/**
 * Returns visits of known and unknown addresses in equal numbers, with equal attempts. Each invitation comes from another customer, because
 * a customer may send only a few a day.
 */
function kindsOf(people: readonly Person[]): Kind[] {
  // Unknown addresses have the same length, because longer ones would be distinguishable.
  const nobody = (email: string) => email.replace('customer', 'nobodies');
  const tries = Array.from({ length: TRIES }, () => people).flat();
  const both = (name: string, given: readonly Person[], visitOf: (email: string, by: Person) => Visit): Kind => {
    const by = (i: number) => people[(i + 1) % people.length] as Person;
    return {
      name,
      known: given.map(({ email }, i) => visitOf(email, by(i))),
      unknown: given.map(({ email }, i) => visitOf(nobody(email), by(i))),
    };
  };
  return [
    both('Sign in, wrong password', tries, (email) => ({
      path: '/v1/sessions',
      body: { email, password: 'wrong' },
      status: 401,
    })),
    both('Ask for a password reset', tries, (email) => ({ path: '/v1/password-resets', body: { email }, status: 204 })),
    both('Invite', people, (email, { token }) => ({
      path: '/v1/invitations',
      body: { email, role: 'technical' },
      headers: { authorization: `Bearer ${token}` },
      status: 201,
    })),
  ];
}

/** Returns the owners of accounts with a token and a password. All share one password, which is hashed as in production. */
async function givenPeople(db: Kysely<Database>): Promise<Person[]> {
  const passwords = openUserPasswords();
  try {
    const hash = await passwords.hash(PASSWORD, 'bench');
    await db.updateTable('users').set({ password_hash: hash }).execute();
  } finally {
    await passwords.close();
  }
  const owners = await db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'm.user_id as userId', 'm.account_id as accountId'])
    .where('m.role', '=', 'owner')
    .orderBy('m.account_id')
    .execute();
  return db.transaction().execute(async (trx) => {
    const people: Person[] = [];
    for (const { email, ...who } of owners) {
      const { token } = await createToken(trx, { ...who, name: 'people', abilities: ['read', 'write'] });
      people.push({ email, token });
    }
    return people;
  });
}

/**
 * Alternates known and unknown addresses, and starts every other pair with the unknown one. The client is the same in both, and only the
 * first request pays for shared lookups. No state of an attempt remains in the next round.
 */
async function timingOf({ db, apiBase }: ReadBench<Shop>, visitors: Child, { name, known, unknown }: Kind) {
  await sql`delete from password_resets`.execute(db);
  const pairs = known.map((visit, i) => [visit, unknown[i] as Visit]);
  const visits = pairs.flatMap((pair, i) => (i % 2 === 0 ? pair : pair.toReversed()));
  const times = await visitors.ask<number[]>('inTurns', apiBase, visits);
  const isKnown = (at: number): boolean => at % 4 === 0 || at % 4 === 3;
  const [ofKnown, ofUnknown] = [times.filter((_, at) => isKnown(at)), times.filter((_, at) => !isKnown(at))];
  return {
    name,
    knownMs: median(ofKnown),
    unknownMs: median(ofUnknown),
    apart: rocAuc(ofKnown, ofUnknown),
    chance: aucMargin(ofKnown.length, ofUnknown.length),
  };
}
