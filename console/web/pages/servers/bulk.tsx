import { useState } from 'react';
import { toRefusal } from '../../data/refusals.ts';
import { type PowerAct, refusalOf, sendPowerAct } from '../../data/server-acts.ts';
import { useSummariesOf } from '../../data/servers.ts';
import { useMe } from '../../data/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, Losses } from '../../parts/dialog.tsx';
import { POWER_ICONS } from '../../parts/server-menu.tsx';
import { texts as powerOffTexts } from '../../texts/en/power-off.ts';
import { ACT_TITLES, texts } from '../../texts/en/servers.ts';
import css from './servers.module.css';

const ACTS: readonly PowerAct[] = ['startServer', 'restartServer', 'stopServer', 'powerOffServer'];

/** Requests of one press that run at a time: the API runs four of an account. */
const CONCURRENCY = 4;

interface Progress {
  done: number;
  all: number;
  failed: readonly string[];
}

/** Shows the acts for the chosen servers, each with the number of servers that it fits. One request goes out per server. */
export function Bulk({ ids, onClear }: { ids: readonly number[]; onClear: () => void }) {
  const me = useMe();
  const { servers } = useSummariesOf();
  const [progress, setProgress] = useState<Progress>();
  const [asks, setAsks] = useState<readonly number[]>();
  const chosen = servers.filter(({ id }) => ids.includes(id));
  const nameOf = (id: number) => chosen.find((server) => server.id === id)?.hostname ?? String(id);

  const send = async (act: PowerAct, to: readonly number[]) => {
    const waiting = [...to];
    const failed: string[] = [];
    let done = 0;
    setProgress({ done, all: to.length, failed });
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        try {
          await sendPowerAct(act, id, { idempotencyKey: crypto.randomUUID(), onReply: () => undefined });
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
        const fitting = chosen.filter((server) => refusalOf(act, server, me) === undefined).map(({ id }) => id);
        return (
          <Button
            key={act}
            icon={POWER_ICONS[act]}
            refusal={fitting.length === 0 ? texts.notForAny : undefined}
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
          {progress.failed.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      {asks && (
        <Dialog
          title={`${powerOffTexts.title} ${asks.map(nameOf).join(', ')}`}
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
