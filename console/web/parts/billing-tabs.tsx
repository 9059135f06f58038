import { texts } from '../texts/en/orders.ts';
import { texts as shellTexts } from '../texts/en/shell.ts';
import { Tabs } from './tabs.tsx';

const TABS = [
  { to: '/orders', label: shellTexts.orders },
  { to: '/balance', label: shellTexts.balance },
  { to: '/invoices', label: shellTexts.invoices },
] as const;

/** Leads to the pages about money. The bar of a phone has room for one of them. */
export function BillingTabs() {
  return <Tabs label={texts.tabs} tabs={TABS} onPhoneOnly />;
}
