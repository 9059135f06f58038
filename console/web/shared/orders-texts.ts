/** Texts about orders that several pages use. */
import type { OrderSummary } from '@innkeeper/sdk/index';

export const ORDER_TYPES: Record<OrderSummary['type'], string> = {
  'new-service': 'New service',
  'renew-service': 'Renewal',
  'scale-service': 'Scaling',
  'new-addon': 'New addon',
  'scale-addon': 'Change of an addon',
  'new-floating-ip': 'New floating IP',
  combined: 'Several services',
  deposit: 'Deposit',
  custom: 'Other',
};

export const texts = {
  tabs: 'Billing',
} as const;
