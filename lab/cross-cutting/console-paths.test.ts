/**
 * Tests that the console's routes match the paths at which the API serves its document. The lists are separate, because neither package may
 * import the other.
 */
import { CONSOLE_SEGMENTS } from '@innkeeper/console/web/paths';
import { CONSOLE_SEGMENTS as SERVED } from '@innkeeper/http/chains/console';
import { expect, it } from 'vitest';

it('the API serves the document at every route of the console and nowhere else', () => {
  expect([...SERVED].sort()).toEqual([...CONSOLE_SEGMENTS].sort());
});
