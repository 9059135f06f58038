/** Tests that the examples of the OpenAPI document are real replies of the API. `npm run examples` rewrites them. Review the difference. */
import { OPERATION_NAMES } from '@innkeeper/contract/operations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Chain, openChain } from '../chain.ts';
import { givenNode } from '../given.ts';
import { runWalkthrough } from './walkthrough.ts';

let chain: Chain;
// A retry also starts with an empty database. Rows of the first attempt would fail it and hide the original error.
beforeEach(async () => {
  chain = await openChain({ publicUrl: 'https://api.example.com' });
  // Without bank details no payment method accepts transfers.
  await chain.db.updateTable('seller').set({ name: 'Inn Ltd', iban: 'AT611904300234573201' }).execute();
  await givenNode(chain.db);
});
afterEach(() => chain.close());

test('contract/examples.gen.json equals the current replies of the API (npm run examples)', async () => {
  const examples = await runWalkthrough(chain);
  expect(OPERATION_NAMES.filter((name) => !examples[name])).toEqual([]);
  const inOrder = Object.fromEntries(OPERATION_NAMES.map((name) => [name, examples[name]]));
  await expect(`${JSON.stringify(inOrder, null, 1)}\n`).toMatchFileSnapshot('../../contract/examples.gen.json');
});
