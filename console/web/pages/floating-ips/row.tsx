import type { FloatingIp } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useFloatingIpRefusal } from '../../data/floating-ip-acts.ts';
import { refetchFloatingIps } from '../../data/network.ts';
import { findOperationOf, useOperation, useUnfinished } from '../../data/operations.ts';
import { Button } from '../../parts/button.tsx';
import { formatDay } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { titleOfLock } from '../../parts/operations-texts.ts';
import { State } from '../../parts/state.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { describeTimeLeft } from '../../parts/time-left.ts';
import { Link } from '../../router/router.tsx';
import { Cell } from '../../shared/listing.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import css from './page.module.css';
import { texts } from './texts.ts';

/** Shows a floating IP: its address, its server, and the end of its paid time. */
export function FloatingIpRow({
  floatingIp,
  isMenuOpen,
  onAttach,
  onMenu,
}: {
  floatingIp: FloatingIp;
  isMenuOpen: boolean;
  onAttach: () => void;
  onMenu: (anchor: HTMLElement) => void;
}) {
  const { ip_address: address, plan, expiry_at: expiry, cancel_request: request, lock_reason } = floatingIp;
  const text = textOf(floatingIp);
  return (
    <tr className={lock_reason === null ? undefined : css.locked}>
      <Cell kind="main">
        <span className="mono">{text}</span>
        {address.ptr.length > 0 && (
          <span className={css.name}>
            {address.ptr.length === 1 ? <Name text={address.ptr[0]?.name ?? ''} /> : texts.names(address.ptr.length)}
          </span>
        )}
      </Cell>
      <Cell kind="sub">
        <AttachedServer floatingIp={floatingIp} onAttach={onAttach} />
        {request !== null && <CancellationNote floatingIp={floatingIp} />}
      </Cell>
      <Cell kind="wide">{plan.name}</Cell>
      <Cell kind="side">{expiry === null ? texts.notPaid : <Time at={expiry} />}</Cell>
      <Cell kind="acts">
        <Button icon="ellipsis" kind="bare" label={texts.acts(text)} expanded={isMenuOpen} onPress={onMenu} />
      </Cell>
    </tr>
  );
}

/** Returns the address, or the network with its prefix. */
export function textOf({ ip_address: { ip_address, version, prefix } }: Pick<FloatingIp, 'ip_address'>): string {
  return version === 6 ? `${ip_address}/${prefix}` : ip_address;
}

/** Shows the server of a floating IP, or the reason why it serves none. */
function AttachedServer({ floatingIp, onAttach }: { floatingIp: FloatingIp; onAttach: () => void }) {
  const { status, server_id, server_hostname, lock_reason } = floatingIp;
  const refusal = useFloatingIpRefusal()('attachFloatingIps', floatingIp);
  const isActive = status === 'active';
  return (
    <span className={css.place}>
      {server_id !== null && (
        <Link className="link" to={`/servers/${server_id}/network`}>
          <Name text={server_hostname ?? String(server_id)} />
        </Link>
      )}
      {status === 'suspended' && (
        <>
          <State tone="bad">{texts.states.suspended}</State>
          {floatingIp.cancel_request === null && <small>{texts.renewFirst}</small>}
        </>
      )}
      {status === 'awaiting_payment' && (
        <>
          <State tone="off">{texts.states.awaiting}</State>
          <Link className="link" to="/orders">
            {texts.toOrders}
          </Link>
        </>
      )}
      {status === 'processing' && <State tone="busy">{texts.states.processing}</State>}
      {isActive && server_id === null && lock_reason === null && (
        <>
          <span className="faint">{texts.notAttached}</span>
          <Button label={texts.attachOf(textOf(floatingIp))} refusal={refusal} onPress={onAttach}>
            {texts.attach}
          </Button>
        </>
      )}
      {lock_reason !== null && <MoveProgress floatingIp={floatingIp} />}
    </span>
  );
}

/** Shows a move in progress, with its remaining time. */
function MoveProgress({ floatingIp: { id, server_id, lock_reason } }: { floatingIp: FloatingIp }) {
  const operation = useOperation(findOperationOf(useUnfinished(), 'floating_ip', id)?.id);
  const now = useNow(1_000);
  const word =
    lock_reason === 'floating-ip-attach'
      ? server_id === null
        ? texts.states.attaching
        : texts.states.moving
      : lock_reason === 'floating-ip-detach'
        ? texts.states.detaching
        : lock_reason && titleOfLock(lock_reason);
  return (
    <>
      <State tone="busy">{word}</State>
      {operation !== undefined && <small>{describeTimeLeft(operation, now)}</small>}
    </>
  );
}

/** Shows the end of a cancelled floating IP, with a button that undoes the cancellation. */
function CancellationNote({ floatingIp }: { floatingIp: FloatingIp }) {
  const { id, expiry_at: expiry } = floatingIp;
  const unavailable = useFloatingIpRefusal()('undoCancelFloatingIps', floatingIp);
  const { run, isRunning, refusal } = useAct(async (input: { ids: number[] }, options) => {
    await client.undoCancelFloatingIps(input, options);
    return true;
  });
  const undo = async () => {
    if (await run({ ids: [id] })) await refetchFloatingIps();
  };
  return (
    <span className={css.place}>
      <small className={css.ends}>{expiry === null ? texts.endsWithPeriod : texts.ends(formatDay(expiry))}</small>
      <Button
        kind="bare"
        label={texts.undoOf(textOf(floatingIp))}
        busy={isRunning}
        refusal={unavailable}
        onPress={() => void undo()}
      >
        {texts.undo}
      </Button>
      <RefusalNote refusal={refusal} fields="all" />
    </span>
  );
}
