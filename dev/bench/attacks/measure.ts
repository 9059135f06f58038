/** Measures the time to detect a flood, and false alarms, of Innkeeper and of FastNetMon with the same packets. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCounters } from '@innkeeper/jobs/attacks/counters';
import { ReadingSchedule, TICK_MS } from '@innkeeper/jobs/attacks/reading-schedule';
import { fetchFrom } from '@innkeeper/lab/internet/internet';
import { calmState, detectStep } from '@innkeeper/model/attacks/detector';
import { portSpeedOf } from '@innkeeper/model/attacks/limits';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { fastnetmonVersion, openFastnetmon, SETTINGS, type Watcher } from './fastnetmon.ts';
import { type Field, openField, PORT_MBPS, SCENES, type Scene, VICTIM } from './field.ts';

export interface SceneFigures {
  name: string;
  flood: boolean;
  /** Seconds from the first packet to the report, or `null` without a report. One entry per run. */
  ours: (number | null)[];
  own: (number | null)[];
  sameFigures: (number | null)[];
  /** Replies to a client that sends a request every half second during the flood. */
  served: number;
  asked: number;
}

export interface AttacksRun {
  /** Version of FastNetMon, or `null` if it is not installed. */
  version: string | null;
  scenes: SceneFigures[];
}

const TIMES = { flood: 3, ordinary: 1 };
/** Time in milliseconds until FastNetMon reads packets and its averages are valid. */
const WARM_MS = 4_000;
const AFTER_MS = 2_000;

export async function measureAttacks(only: string, say: (line: string) => void): Promise<AttacksRun> {
  const version = await fastnetmonVersion();
  const field = await openField();
  const scenes: SceneFigures[] = [];
  try {
    for (const scene of SCENES.filter(({ name }) => name.includes(only))) {
      const runs = [];
      for (let i = 0; i < (scene.flood ? TIMES.flood : TIMES.ordinary); i += 1)
        runs.push(await runOnce(field, scene, version !== null));
      const figures = {
        ...{ name: scene.name, flood: scene.flood, ours: runs.map(({ ours }) => ours) },
        ...{ own: runs.map(({ own }) => own), sameFigures: runs.map(({ sameFigures }) => sameFigures) },
        served: runs.reduce((sum, { served }) => sum + served, 0),
        asked: runs.reduce((sum, { asked }) => sum + asked, 0),
      };
      scenes.push(figures);
      say(`${scene.name}: ${JSON.stringify(figures)}`);
    }
  } finally {
    await field.close();
  }
  return { version, scenes };
}

async function runOnce(field: Field, scene: Scene, isThere: boolean) {
  const watchers: (Watcher | null)[] = isThere
    ? [await openFastnetmon(field.router, SETTINGS.own), await openFastnetmon(field.router, SETTINGS.ours)]
    : [null, null];
  const us = watch(field);
  await sleep(WARM_MS + Math.random() * 1_000);
  const senders = await scene.begin(field);
  // Senders report readiness right before the first packet. They first generate up to 50 000 packets, which takes a second.
  const began = Date.now();
  const clients = scene.flood ? ask(field) : null;
  await Promise.all(senders.map(async (child) => child.exitCode ?? (await once(child, 'exit'))));
  await sleep(AFTER_MS);
  const { served, asked } = (await clients?.end()) ?? { served: 0, asked: 0 };
  const since = (at: number | null | undefined) => (at === null || at === undefined ? null : (at - began) / 1000);
  const [own, sameFigures] = await Promise.all(watchers.map(async (one) => since(await one?.reportedAt())));
  for (const one of watchers) await one?.close();
  return { ours: since(await us.end()), own: own ?? null, sameFigures: sameFigures ?? null, served, asked };
}

/** Watches the traffic as a worker does (jobs/attacks/traffic-watch.ts). */
function watch({ network }: Field): { end(): Promise<number | null> } {
  const counters = openCounters();
  const looks = new ReadingSchedule();
  let state = calmState();
  let reportedAt: number | null = null;
  let lookedAt: number | null = null;
  let isOver = false;
  const look = async (at: number): Promise<void> => {
    const received = counters.advance(await network.floodFilter.traffic()).get(VICTIM);
    if (lookedAt !== null) {
      const stepped = detectStep(
        state,
        { at, seconds: (at - lookedAt) / 1000, traffic: received?.traffic ?? {} },
        portSpeedOf(PORT_MBPS),
        defaultSettings.attackCalmMs,
      );
      state = stepped.state;
      if (stepped.began) reportedAt ??= Date.now();
    }
    lookedAt = at;
  };
  const loop = (async () => {
    while (!isOver) {
      const at = Date.now();
      await looks.run(at, network.floodFilter, () => look(at));
      await sleep(TICK_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await loop;
      return reportedAt;
    },
  };
}

function ask({ client }: Field): { end(): Promise<{ served: number; asked: number }> } {
  let isOver = false;
  let [served, asked] = [0, 0];
  const loop = (async () => {
    while (!isOver) {
      asked += 1;
      if ((await fetchFrom(client, VICTIM, 80, 5)) !== null) served += 1;
      await sleep(500);
    }
  })();
  return {
    async end() {
      isOver = true;
      await loop;
      return { served, asked };
    },
  };
}
