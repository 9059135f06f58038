import type { ServerSummary } from '@innkeeper/sdk/index';
import { useEffect, useState } from 'react';
import { client } from '../../data/client.ts';
import { POWER_ACTS, type PowerAct, sendPowerAct, useRefusalOf } from '../../data/server-acts.ts';
import { useSummariesOf } from '../../data/servers.ts';
import { Button } from '../../parts/button.tsx';
import { Name } from '../../parts/name.tsx';
import { MAX_RENEWED, RenewDialog } from '../../shared/renew-dialog.tsx';
import { POWER_ICONS } from '../../shared/server-menu.tsx';
import { ACT_TITLES } from '../../shared/servers-texts.ts';
import { useAfterRenewal } from '../../shared/use-after-renewal.ts';
import { type ConfirmedPower, PowerAll, SnapshotAll } from './bulk-dialogs.tsx';
import css from './page.module.css';
import { type SendProgress, type Series, useSendToEach } from './send-to-each.ts';
import { texts } from './servers-bulk-texts.ts';

/** Maximum number of failures that are listed. Further ones are only counted. */
const MAX_FAILURES = 20;

type BulkAct = PowerAct | 'createSnapshot' | 'renewServers';

const ICONS = { ...POWER_ICONS, createSnapshot: 'camera', renewServers: 'coins' } as const;
const ACTS: readonly BulkAct[] = [...POWER_ACTS, 'createSnapshot', 'renewServers'];

/** Act that opens a dialog before it is sent. */
interface ConfirmedAct {
  act: Exclude<BulkAct, 'startServer'>;
  servers: readonly ServerSummary[];
}

/** Returns whether an act opens a dialog. A restart or a stop of a single server does not, as in the menu of a server. */
const isConfirmed = (act: BulkAct, count: number): act is ConfirmedAct['act'] =>
  act !== 'startServer' && (count > 1 || (act !== 'restartServer' && act !== 'stopServer'));

const isPower = (act: BulkAct): act is ConfirmedPower =>
  act === 'restartServer' || act === 'stopServer' || act === 'powerOffServer';

interface BulkProps {
  ids: ReadonlySet<number>;
  /** Called when a series begins or its results are cleared. The page keeps this part meanwhile, even without chosen servers. */
  onResults: (hasResults: boolean) => void;
  onClear: () => void;
}

/**
 * Shows the acts for the chosen servers, each with the number of servers that it changes. Sends one request per server, and a single one for
 * a renewal.
 */
export function Bulk({ ids, onResults, onClear }: BulkProps) {
  const refusalOf = useRefusalOf();
  const afterRenewal = useAfterRenewal();
  const { servers } = useSummariesOf();
  const series = useSendToEach();
  const { sent, isRunning, stop } = series;
  const hasResults = sent !== undefined;
  useEffect(() => onResults(hasResults), [hasResults, onResults]);
  const [pendingAct, setPendingAct] = useState<ConfirmedAct>();
  const chosen = servers.filter(({ id }) => ids.has(id));
  const pendingPower = pendingAct && isPower(pendingAct.act) ? pendingAct.act : undefined;
  const close = () => setPendingAct(undefined);
  const clear = () => {
    onClear();
    series.clear();
  };
  const sendTo = (to: readonly ServerSummary[], call: Parameters<Series['send']>[1]) => {
    close();
    void series.send(
      to.map(({ id }) => id),
      call,
    );
  };
  const sendPower = (act: PowerAct, to: readonly ServerSummary[]) => sendTo(to, (id, options) => sendPowerAct(act, id, options));
  const press = (act: BulkAct, fitting: readonly ServerSummary[]) => {
    if (isConfirmed(act, fitting.length)) setPendingAct({ act, servers: fitting });
    else if (act === 'startServer' || isPower(act)) sendPower(act, fitting);
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
      {isRunning && (
        <Button kind="danger" onPress={stop}>
          {texts.stopSending}
        </Button>
      )}
      <Button icon="x" kind="bare" label={texts.clearSelection} onPress={clear} />
      {sent && <Results sent={sent} servers={servers} />}
      {pendingAct && pendingPower && (
        <PowerAll
          act={pendingPower}
          names={pendingAct.servers.map(({ hostname }) => hostname)}
          onSend={() => sendPower(pendingPower, pendingAct.servers)}
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

function Results({ sent: { done, all, unsent, failed }, servers }: { sent: SendProgress; servers: readonly ServerSummary[] }) {
  return (
    <div className={css.results} role="status">
      {texts.results(done, all, unsent)}
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
