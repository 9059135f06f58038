import { texts } from './support-texts.ts';
import { Tabs } from './tabs.tsx';
import type { PagePath } from './titles.gen.ts';

const TABS = [
  { to: '/support', label: texts.tickets },
  { to: '/support/plan', label: texts.plan },
] as const satisfies readonly { to: PagePath; label: string }[];

/** Shows the links to the tickets and to the support plan. */
export function SupportTabs() {
  return <Tabs label={texts.tabs} tabs={TABS} />;
}
