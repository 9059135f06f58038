import { useState } from 'react';
import { toRefusal } from '../../data/refusals.ts';
import { type PowerAct, sendPowerAct, useRefusalOf } from '../../data/server-acts.ts';
import { useSummariesOf } from '../../data/servers.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, Losses } from '../../parts/dialog.tsx';
import { POWER_ICONS } from '../../parts/server-menu.tsx';
import { texts as powerOffTexts } from '../../texts/en/power-off.ts';
import { ACT_TITLES, texts } from '../../texts/en/servers.ts';
import css from './servers.module.css';

const ACTS: readonly PowerAct[] = ['startServer', 'restartServer', 'stopServer', 'powerOffServer'];

/** More failures than this are counted only. */
const MAX_FAILURES = 20;

/** The title of a dialog holds no more names than this. */
const MAX_NAMES = 5;

/** Requests of one press that run at a time: the API runs four of an account. */
const CONCURRENCY = 4;

interface Progress {
  done: number;
  all: number;
  failed: readonly string[];
}

/** Shows the acts for the chosen servers, each with the number of servers that it fits. One request goes out per server. */
export function Bulk({ ids, onClear }: { ids: ReadonlySet<number>; onClear: () => void }) {
  const refusalOf = useRefusalOf();
  const { servers } = useSummariesOf();
  const [progress, setProgress] = useState<Progress>();
  const [asks, setAsks] = useState<readonly number[]>();
  const chosen = servers.filter(({ id }) => ids.has(id));
  const isRunning = progress !== undefined && progress.done < progress.all;
  const nameOf = (id: number) => chosen.find((server) => server.id === id)?.hostname ?? String(id);

  const send = async (act: PowerAct, to: readonly number[]) => {
    const waiting = [...to];
    const failed: string[] = [];
    let done = 0;
    setProgress({ done, all: to.length, failed });
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        try {
          await sendPowerAct(act, id, { idempotencyKey: crypto.randomUUID() });
        } catch (error) {
          failed.push(texts.failedFor(nameOf(id), toRefusal(error).sentence));
        }
        done += 1;
        setProgress({ done, all: to.length, failed: [...failed] });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  };

  const press = (act: PowerAct, to: readonly number[]) => {
    if (act === 'powerOffServer') setAsks(to);
    else void send(act, to);
  };

  return (
    <section className={css.bulk} aria-label={texts.selected(chosen.length)}>
      <b>{texts.selected(chosen.length)}</b>
      {ACTS.map((act) => {
        const fitting = chosen.filter((server) => refusalOf(act, server) === undefined).map(({ id }) => id);
        return (
          <Button
            key={act}
            icon={POWER_ICONS[act]}
            refusal={fitting.length === 0 ? texts.notForAny : undefined}
            busy={isRunning}
            onPress={() => press(act, fitting)}
          >
            {ACT_TITLES[act]} {fitting.length}
          </Button>
        );
      })}
      <Button icon="x" kind="bare" label={texts.clearSelection} onPress={onClear} />
      {progress && (
        <div className={css.results} role="status">
          {texts.results(progress.done, progress.all)}
          {progress.failed.slice(0, MAX_FAILURES).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {progress.failed.length > MAX_FAILURES && <p>{texts.moreFailed(progress.failed.length - MAX_FAILURES)}</p>}
        </div>
      )}
      {asks && (
        <Dialog
          title={`${powerOffTexts.title} ${texts.names(asks.slice(0, MAX_NAMES).map(nameOf), asks.length)}`}
          onClose={() => setAsks(undefined)}
          onSubmit={() => {
            setAsks(undefined);
            void send('powerOffServer', asks);
          }}
          feet={
            <>
              <Button onPress={() => setAsks(undefined)}>{powerOffTexts.keep}</Button>
              <Button kind="danger" type="submit">
                {powerOffTexts.powerOff} {asks.length}
              </Button>
            </>
          }
        >
          <p>{powerOffTexts.what}</p>
          <Losses rows={[['hard-drive', powerOffTexts.loss]]} />
        </Dialog>
      )}
    </section>
  );
}
