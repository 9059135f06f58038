import { Tabs } from '../../parts/tabs.tsx';
import { texts as copyTexts } from '../../texts/en/copies.ts';
import { texts as protectionTexts } from '../../texts/en/protection.ts';
import { texts } from '../../texts/en/server.ts';
import { texts as tabTexts } from '../../texts/en/server-tabs.ts';

const TABS = [
  { path: '', label: texts.overview },
  { path: '/screen', label: texts.screen },
  { path: '/usage', label: tabTexts.usage.title },
  { path: '/network', label: texts.network },
  { path: '/protection', label: protectionTexts.tab },
  { path: '/access', label: tabTexts.access.title },
  { path: '/media', label: tabTexts.media.title },
  { path: '/copies', label: copyTexts.tab },
  { path: '/billing', label: texts.billing },
  { path: '/events', label: tabTexts.events.title },
] as const;

/** Shows the links to the pages of a server. */
export function ServerTabs({ id }: { id: number }) {
  return <Tabs label={texts.tabs} tabs={TABS.map(({ path, label }) => ({ to: `/servers/${id}${path}`, label }))} />;
}
