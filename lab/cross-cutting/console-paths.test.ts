/** The console's routes and the paths at which the API serves its document are two lists, because neither room may import the other. */
import { CONSOLE_SEGMENTS } from '@innkeeper/console/web/paths';
import { CONSOLE_SEGMENTS as SERVED } from '@innkeeper/http/routes/console';
import { expect, it } from 'vitest';

it('the API serves the document at every route of the console and nowhere else', () => {
  expect([...SERVED].sort()).toEqual([...CONSOLE_SEGMENTS].sort());
});
