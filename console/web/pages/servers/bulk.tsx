import type { ServerSummary } from '@innkeeper/sdk/index';
import { useState } from 'react';
import { client } from '../../data/client.ts';
import { type SendProgress, useSendToEach } from '../../data/send-to-each.ts';
import { POWER_ACTS, type PowerAct, sendPowerAct, useRefusalOf } from '../../data/server-acts.ts';
import { useSummariesOf } from '../../data/servers.ts';
import { Button } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { MAX_RENEWED, RenewDialog } from '../../parts/renew-dialog.tsx';
import { POWER_ICONS } from '../../parts/server-menu.tsx';
import { useAfterRenewal } from '../../parts/use-after-renewal.ts';
import { ACT_TITLES, texts } from '../../texts/en/servers.ts';
import { PowerOffAll, SnapshotAll } from './bulk-dialogs.tsx';
import css from './servers.module.css';

/** Maximum number of failures that are listed. Further ones are only counted. */
const MAX_FAILURES = 20;

type BulkAct = PowerAct | 'createSnapshot' | 'renewServers';

const ICONS = { ...POWER_ICONS, createSnapshot: 'camera', renewServers: 'coins' } as const;
const ACTS: readonly BulkAct[] = [...POWER_ACTS, 'createSnapshot', 'renewServers'];

/** Acts that open a dialog before they are sent. */
type ConfirmedAct = { act: 'powerOffServer' | 'createSnapshot' | 'renewServers'; servers: readonly ServerSummary[] };

/**
 * Shows the acts for the chosen servers, each with the number of servers that it applies to. Sends one request per server, and a single one
 * for a renewal.
 */
export function Bulk({ ids, onClear }: { ids: ReadonlySet<number>; onClear: () => void }) {
  const refusalOf = useRefusalOf();
  const afterRenewal = useAfterRenewal();
  const { servers } = useSummariesOf();
  const { sent, isRunning, send } = useSendToEach();
  const [pendingAct, setPendingAct] = useState<ConfirmedAct>();
  const chosen = servers.filter(({ id }) => ids.has(id));
  const close = () => setPendingAct(undefined);
  const sendTo = (to: readonly ServerSummary[], call: Parameters<typeof send>[1]) => {
    close();
    void send(
      to.map(({ id }) => id),
      call,
    );
  };
  const press = (act: BulkAct, fitting: readonly ServerSummary[]) => {
    if (act === 'powerOffServer' || act === 'createSnapshot' || act === 'renewServers') setPendingAct({ act, servers: fitting });
    else sendTo(fitting, (id, options) => sendPowerAct(act, id, options));
  };

  return (
    <section className={css.bulk} aria-label={texts.selected(chosen.length)}>
      <b>{texts.selected(chosen.length)}</b>
      {ACTS.map((act) => {
        const fitting = chosen.filter((server) => refusalOf(act, server) === undefined);
        const isTooMany = act === 'renewServers' && fitting.length > MAX_RENEWED;
        const refusal = fitting.length === 0 ? texts.notForAny : isTooMany ? texts.tooMany(MAX_RENEWED) : undefined;
        return (
          <Button key={act} icon={ICONS[act]} refusal={refusal} busy={isRunning} onPress={() => press(act, fitting)}>
            {ACT_TITLES[act]} {fitting.length}
          </Button>
        );
      })}
      <Button icon="x" kind="bare" label={texts.clearSelection} onPress={onClear} />
      {sent && <Results sent={sent} servers={chosen} />}
      {pendingAct?.act === 'powerOffServer' && (
        <PowerOffAll
          names={pendingAct.servers.map(({ hostname }) => hostname)}
          onSend={() => sendTo(pendingAct.servers, (id, options) => sendPowerAct('powerOffServer', id, options))}
          onClose={close}
        />
      )}
      {pendingAct?.act === 'createSnapshot' && (
        <SnapshotAll
          names={pendingAct.servers.map(({ hostname }) => hostname)}
          onSend={(name) => sendTo(pendingAct.servers, (id, options) => client.createSnapshot({ id, name }, options))}
          onClose={close}
        />
      )}
      {pendingAct?.act === 'renewServers' && (
        <RenewDialog
          servers={pendingAct.servers}
          onDone={(order) => {
            close();
            afterRenewal(order);
          }}
          onClose={close}
        />
      )}
    </section>
  );
}

function Results({ sent: { done, all, failed }, servers }: { sent: SendProgress; servers: readonly ServerSummary[] }) {
  return (
    <div className={css.results} role="status">
      {texts.results(done, all)}
      {failed.slice(0, MAX_FAILURES).map(({ id, refusal }) => (
        <p key={id}>
          <Name text={servers.find((server) => server.id === id)?.hostname ?? String(id)} />
          {': '}
          {Object.values(refusal.fields)[0] ?? refusal.sentence}
        </p>
      ))}
      {failed.length > MAX_FAILURES && <p>{texts.moreFailed(failed.length - MAX_FAILURES)}</p>}
    </div>
  );
}
