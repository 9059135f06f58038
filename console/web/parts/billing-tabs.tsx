import { texts } from '../texts/en/orders.ts';
import { texts as shellTexts } from '../texts/en/shell.ts';
import { Tabs } from './tabs.tsx';

const TABS = [
  { to: '/orders', label: shellTexts.orders },
  { to: '/balance', label: shellTexts.balance },
  { to: '/invoices', label: shellTexts.invoices },
] as const;

/** Shows the links to the pages about money. They appear on phones only, where the bar has room for only one of these pages. */
export function BillingTabs() {
  return <Tabs label={texts.tabs} tabs={TABS} onPhoneOnly />;
}
