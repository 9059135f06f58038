import { texts } from './orders-texts.ts';
import { Tabs } from './tabs.tsx';
import { titles } from './titles.gen.ts';

const TABS = (['/orders', '/balance', '/invoices'] as const).map((to) => ({ to, label: titles[to] }));

/** Shows the links to the pages about money. They appear on phones only, where the bar has room for only one of these pages. */
export function BillingTabs() {
  return <Tabs label={texts.tabs} tabs={TABS} onPhoneOnly />;
}
