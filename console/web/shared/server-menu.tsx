/** The menu of a server: always the same items in the same order. Unavailable ones show their reason. */
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../data/act.ts';
import { findOperationOfServer, useUnfinished } from '../data/operations.ts';
import { inputOfServer, POWER_ACTS, type PowerAct, sendPowerAct, useRefusalOf } from '../data/server-acts.ts';
import { useSummary } from '../data/servers.ts';
import { formatTime } from '../parts/format.ts';
import type { IconName } from '../parts/icon-names.ts';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { titleOfLock } from '../parts/operations-texts.ts';
import { useRouter } from '../router/router.tsx';
import { texts as operationTexts } from './operations-texts.ts';
import { ACT_TITLES } from './servers-texts.ts';
import { texts as partTexts } from './texts.ts';
import { showRefusal } from './toast.tsx';
import { useAfterRenewal } from './use-after-renewal.ts';

// Loaded on demand: their fields, receipts and texts are not needed by the list of servers, which is part of the first load.
const CallDialog = lazy(async () => ({ default: (await import('./call.tsx')).CallDialog }));
const PowerOffDialog = lazy(async () => ({ default: (await import('./power-off-dialog.tsx')).PowerOffDialog }));
const RenewDialog = lazy(async () => ({ default: (await import('./renew-dialog.tsx')).RenewDialog }));
const SnapshotDialog = lazy(async () => ({ default: (await import('./snapshot-dialog.tsx')).SnapshotDialog }));

export const POWER_ICONS: Record<PowerAct, IconName> = {
  startServer: 'circle-power',
  restartServer: 'rotate-cw',
  stopServer: 'square',
  powerOffServer: 'power-off',
};

export interface ServerMenuProps {
  id: number;
  /** Button of the menu, or `undefined` while it is closed. */
  anchor: HTMLElement | undefined;
  onClose: () => void;
}

/** Shows a server's menu while it has an anchor, and the dialogs of its items. */
export function ServerMenu({ id, anchor, onClose }: ServerMenuProps) {
  const { navigate } = useRouter();
  const refusalOf = useRefusalOf();
  const afterRenewal = useAfterRenewal();
  const server = useSummary(id);
  const unfinished = findOperationOfServer(useUnfinished(), id);
  const [open, setOpen] = useState<'power-off' | 'snapshot' | 'renew' | 'calls'>();
  const { run } = useAct((act: PowerAct, options) => sendPowerAct(act, id, options), showRefusal);
  if (server === undefined) return null;
  const send = (act: PowerAct) => {
    if (act === 'powerOffServer') setOpen('power-off');
    else void run(act);
  };
  const power: MenuItem[] = POWER_ACTS.map((act) => ({
    label: ACT_TITLES[act],
    icon: POWER_ICONS[act],
    danger: act === 'powerOffServer',
    refusal: refusalOf(act, server),
    onPress: () => send(act),
  }));
  const groups: MenuItem[][] = [
    [
      {
        label: ACT_TITLES.openConsole,
        icon: 'monitor',
        shortcut: 's',
        refusal: refusalOf('openConsole', server),
        onPress: () => navigate(`/servers/${id}/screen`),
      },
    ],
    power,
    [
      {
        label: ACT_TITLES.createSnapshot,
        icon: 'camera',
        refusal: refusalOf('createSnapshot', server),
        onPress: () => setOpen('snapshot'),
      },
      {
        label: ACT_TITLES.renewServers,
        icon: 'coins',
        refusal: refusalOf('renewServers', server),
        onPress: () => setOpen('renew'),
      },
    ],
    [{ label: partTexts.copyCall, icon: 'terminal', onPress: () => setOpen('calls') }],
  ];
  const until = unfinished?.estimated_end ?? null;
  const head =
    server.lock_reason === null
      ? undefined
      : operationTexts.holds(titleOfLock(server.lock_reason), until === null ? null : formatTime(until));
  return (
    <>
      {anchor && <Menu label={server.hostname} anchor={anchor} groups={groups} head={head} onClose={onClose} />}
      <Suspense fallback={null}>
        {open === 'power-off' && <PowerOffDialog id={id} onClose={() => setOpen(undefined)} />}
        {open === 'snapshot' && <SnapshotDialog servers={[server]} onClose={() => setOpen(undefined)} />}
        {open === 'renew' && (
          <RenewDialog
            servers={[server]}
            onDone={(order) => {
              setOpen(undefined);
              afterRenewal(order);
            }}
            onClose={() => setOpen(undefined)}
          />
        )}
        {open === 'calls' && (
          <CallDialog
            calls={POWER_ACTS.map((operation) => ({ operation, input: inputOfServer(operation, id) }))}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
