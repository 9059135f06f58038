import { Tabs } from './tabs.tsx';
import { texts } from './team-texts.ts';
import { type PagePath, titles } from './titles.gen.ts';

const TABS = [
  { to: '/team', label: texts.members },
  { to: '/team/sign-in', label: texts.signIn },
  { to: '/team/support-access', label: texts.supportAccess },
] as const satisfies readonly { to: PagePath; label: string }[];

/** Shows the links to the pages about people who may use the account. */
export function TeamTabs() {
  return <Tabs label={titles['/team']} tabs={TABS} />;
}
