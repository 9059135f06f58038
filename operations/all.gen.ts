/** Made by `npm run gen`: the use cases of customers, by operation, with their quotes and preparations. */
import type { Preparations, Quotes, UseCases } from './define.ts';
import { streamEvents } from './events.ts';
import { calculateServerScale, listServerScalePlans, quoteScaleServer, scaleServer } from './servers/scale.ts';
import { calculateServerRenewal, cancelServer, quoteCancelServer, quoteRenewServers, renewServers, undoCancelServer } from './servers/term.ts';
import { addSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from './ssh-keys.ts';

export const USE_CASES = {
  addSshKey,
  calculateServerRenewal,
  calculateServerScale,
  cancelServer,
  deleteSshKey,
  getSshKey,
  listServerScalePlans,
  listSshKeys,
  renewServers,
  scaleServer,
  streamEvents,
  undoCancelServer,
  updateSshKey,
} satisfies UseCases;

export const QUOTES = {
  cancelServer: quoteCancelServer,
  renewServers: quoteRenewServers,
  scaleServer: quoteScaleServer,
} satisfies Quotes;

export const PREPARATIONS = {
} satisfies Preparations<typeof USE_CASES>;
