import type { Order } from '@innkeeper/sdk/index';
import { useAct } from '../../data/act.ts';
import { client } from '../../data/client.ts';
import { refetchOrders } from '../../data/orders.ts';
import { useMe } from '../../data/session.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, Losses } from '../../parts/dialog.tsx';
import { formatMoney } from '../../parts/format.ts';
import { Name } from '../../parts/name.tsx';
import { CallDetails } from '../../shared/call.tsx';
import { RefusalNote } from '../../shared/refusal-note.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that cancels an unpaid order. The dialog names the services that are then not delivered or not renewed. */
export function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { installation } = useMe();
  const { run, isRunning, refusal } = useAct(async (id: number, options) => {
    await client.deleteOrder({ id }, options);
    return true;
  });
  const cancel = async () => {
    if (!(await run(order.id))) return;
    await refetchOrders();
    onClose();
  };
  const services = order.services.filter(({ service_id }) => service_id !== null);
  const isRenewal = order.type === 'renew-service';
  const names = services.map(({ label, service_id }, index) => (
    <span key={service_id}>
      {index > 0 && ', '}
      <Name text={label} />
    </span>
  ));
  return (
    <Dialog
      title={texts.cancelTitle(order.id)}
      onClose={onClose}
      onSubmit={() => void cancel()}
      actions={
        <>
          <Button onPress={onClose}>{texts.leave}</Button>
          <Button kind="danger" type="submit" busy={isRunning}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      <p>{texts.cancelWhat}</p>
      {order.type === 'deposit' && (
        <Losses rows={[['coins', texts.cancelDeposit(formatMoney(order.amount_with_vat, installation.currency))]]} />
      )}
      {services.length > 0 && (
        <Losses
          rows={[
            [
              'server',
              <span key="services">
                {(isRenewal ? texts.cancelRenewal : texts.cancelNew)(services.length)} {names}
              </span>,
            ],
            ...(isRenewal ? ([['clock', texts.cancelRenewalEnd]] as const) : []),
          ]}
        />
      )}
      <RefusalNote refusal={refusal} />
      <CallDetails call={{ operation: 'deleteOrder', input: { id: order.id } }} />
    </Dialog>
  );
}
