import { expect } from 'vitest';
import { type Customer, expectAccessible } from './console-lab.ts';
import { ASK_FOR_PLAN, type PageOfConsole } from './console-pages.ts';

/** Opens a page, and expects nothing that axe finds, no report of the policy, no error, and no more than its window's width. */
export async function seePage({ page, problems }: Customer, origin: string, [path, heading]: PageOfConsole): Promise<void> {
  await page.goto(origin + path);
  await page.getByRole('heading', { level: 1, ...(heading === undefined ? {} : { name: heading }) }).waitFor();
  await expectAccessible(page);
  const found = problems.splice(0);
  expect([path, ASK_FOR_PLAN.includes(path) ? found.filter((problem) => !problem.includes('404')) : found]).toEqual([path, []]);
}
