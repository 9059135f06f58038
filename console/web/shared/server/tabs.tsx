import { texts } from '../server-texts.ts';
import { Tabs } from '../tabs.tsx';
import { type PagePath, titles } from '../titles.gen.ts';

const TABS = [
  '/servers/:id',
  '/servers/:id/screen',
  '/servers/:id/usage',
  '/servers/:id/network',
  '/servers/:id/protection',
  '/servers/:id/access',
  '/servers/:id/media',
  '/servers/:id/copies',
  '/servers/:id/billing',
  '/servers/:id/events',
] as const satisfies readonly PagePath[];

/** Shows the links to the pages of a server. */
export function ServerTabs({ id }: { id: number }) {
  return <Tabs label={texts.tabs} tabs={TABS.map((path) => ({ to: path.replace(':id', String(id)), label: titles[path] }))} />;
}
