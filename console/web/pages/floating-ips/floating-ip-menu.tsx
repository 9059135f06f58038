import type { FloatingIp } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { useFloatingIpRefusal } from '../../data/floating-ip-acts.ts';
import { texts as floatingIpsTexts } from '../../data/floating-ips-texts.ts';
import { refetchFloatingIps } from '../../data/network.ts';
import { Menu } from '../../parts/menu.tsx';
import { titleOfLock } from '../../parts/operations-texts.ts';
import type { CallOfAct } from '../../shared/call.tsx';
import { texts as cancelTexts } from '../../shared/cancel-texts.ts';
import { texts as partTexts } from '../../shared/texts.ts';
import { showRefusal } from '../../shared/toast.tsx';
import { textOf } from './row.tsx';
import { texts } from './texts.ts';

/** Act of a floating IP that opens a dialog. */
export type DialogAct = 'attach' | 'names' | 'renew' | 'cancel' | 'calls';

/** Shows the menu of a floating IP. */
export function FloatingIpMenu({
  floatingIp,
  anchor,
  onOpen,
  onClose,
}: {
  floatingIp: FloatingIp;
  anchor: HTMLElement;
  onOpen: (act: DialogAct) => void;
  onClose: () => void;
}) {
  const { id, server_id, lock_reason, cancel_request: request } = floatingIp;
  const refusalOf = useFloatingIpRefusal();
  const detach = useAct(async (input: { ids: number[] }, options) => {
    await client.detachFloatingIps(input, options);
    await refetchFloatingIps();
  }, showRefusal);
  const undo = useAct(async (input: { ids: number[] }, options) => {
    await client.undoCancelFloatingIps(input, options);
    await refetchFloatingIps();
  }, showRefusal);
  const ids = { ids: [id] };
  return (
    <Menu
      label={textOf(floatingIp)}
      anchor={anchor}
      onClose={onClose}
      {...(lock_reason === null ? {} : { head: floatingIpsTexts.holds(titleOfLock(lock_reason)) })}
      groups={[
        [
          {
            label: server_id === null ? texts.attachTo : texts.move,
            icon: 'server',
            refusal: refusalOf('attachFloatingIps', floatingIp),
            onPress: () => onOpen('attach'),
          },
          {
            label: texts.detach,
            icon: 'log-out',
            refusal: refusalOf('detachFloatingIps', floatingIp),
            onPress: () => void detach.run(ids),
          },
          {
            label: texts.setNames,
            icon: 'pencil',
            refusal: refusalOf('updateIpAddress', floatingIp),
            onPress: () => onOpen('names'),
          },
        ],
        [
          {
            label: texts.renew,
            icon: 'coins',
            refusal: refusalOf('renewFloatingIps', floatingIp),
            onPress: () => onOpen('renew'),
          },
          ...(request === null
            ? []
            : [
                {
                  label: texts.undoCancel,
                  icon: 'rotate-cw' as const,
                  refusal: refusalOf('undoCancelFloatingIps', floatingIp),
                  onPress: () => void undo.run(ids),
                },
              ]),
          {
            label: request === null ? texts.cancel : cancelTexts.cancelNow,
            icon: 'x',
            danger: true,
            refusal: refusalOf('cancelFloatingIps', floatingIp),
            onPress: () => onOpen('cancel'),
          },
        ],
        [{ label: partTexts.copyCall, icon: 'terminal', onPress: () => onOpen('calls') }],
      ]}
    />
  );
}

/** Returns the API calls of the menu items without a dialog. */
export function callsOf({ id, server_id, cancel_request: request }: FloatingIp): CallOfAct[] {
  const ids = [id];
  return [
    { operation: 'attachFloatingIps', input: { ids, server_id: server_id ?? 1 } },
    { operation: 'detachFloatingIps', input: { ids } },
    ...(request === null ? [] : [{ operation: 'undoCancelFloatingIps' as const, input: { ids } }]),
  ];
}
