import { expect } from 'vitest';
import { type Customer, expectAccessible } from './console-lab.ts';
import { ASK_FOR_PLAN, type PageOfConsole } from './console-pages.ts';

/** Opens a page. Asserts no findings of axe, no violations of the Content-Security-Policy, no errors, and no overflow of the window. */
export async function seePage({ page, problems }: Customer, origin: string, [path, heading]: PageOfConsole): Promise<void> {
  await page.goto(origin + path);
  await page.getByRole('heading', { level: 1, ...(heading === undefined ? {} : { name: heading }) }).waitFor();
  await expectAccessible(page);
  const found = problems.splice(0);
  expect([path, ASK_FOR_PLAN.includes(path) ? found.filter((problem) => !problem.includes('404')) : found]).toEqual([path, []]);
}
