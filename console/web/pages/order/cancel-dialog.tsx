import type { Order } from '@innkeeper/sdk/index';
import { refetchOrders } from '../../data/orders.ts';
import { useMe } from '../../data/session.ts';
import { formatMoney } from '../../parts/format.ts';
import { Losses } from '../../parts/losses.tsx';
import { Name } from '../../parts/name.tsx';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { texts } from './texts.ts';

/** Shows the dialog that cancels an unpaid order. The dialog names the services that are then not delivered or not renewed. */
export function CancelDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { installation } = useMe();
  const services = order.services.filter(({ service_id }) => service_id !== null);
  const isRenewal = order.type === 'renew-service';
  const names = services.map(({ label, service_id }, index) => (
    <span key={service_id}>
      {index > 0 && ', '}
      <Name text={label} />
    </span>
  ));
  return (
    <FormDialog
      title={texts.cancelTitle(order.id)}
      operation="deleteOrder"
      input={{ id: order.id }}
      button={texts.cancel}
      kind="danger"
      cancel={texts.leave}
      onDone={refetchOrders}
      onClose={onClose}
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
    </FormDialog>
  );
}
