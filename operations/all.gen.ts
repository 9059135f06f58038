/** Made by `npm run gen`: the use cases of customers, by operation, with their quotes and preparations. */
import type { Preparations, Quotes, UseCases } from './define.ts';
import { streamEvents } from './events.ts';
import { addSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from './ssh-keys.ts';

export const USE_CASES = {
  addSshKey,
  deleteSshKey,
  getSshKey,
  listSshKeys,
  streamEvents,
  updateSshKey,
} satisfies UseCases;

export const QUOTES = {
} satisfies Quotes;

export const PREPARATIONS = {
} satisfies Preparations<typeof USE_CASES>;
