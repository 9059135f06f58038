/** Made by `npm run gen`: the use cases of customers, by operation, with their quotes and preparations. */
import type { Preparations, Quotes, UseCases } from './define.ts';
import { streamEvents } from './events.ts';
import { calculateServerAddonScale, cancelServerAddon, listServerAddons, purchaseServerAddons, quoteCancelServerAddon, quotePurchaseServerAddons, quoteScaleServerAddons, scaleServerAddons, undoCancelServerAddon } from './servers/addons.ts';
import { deployServer, quoteDeployServer } from './servers/deploy.ts';
import { powerOffServer, restartServer, startServer, stopServer } from './servers/power.ts';
import { getServer, listServerSummaries, listServers } from './servers/reads.ts';
import { calculateServerScale, listServerScalePlans, quoteScaleServer, scaleServer } from './servers/scale.ts';
import { calculateServerRenewal, cancelServer, quoteCancelServer, quoteRenewServers, renewServers, undoCancelServer } from './servers/term.ts';
import { getServerBandwidth, getServerMetrics, getServerStatus } from './servers/usage.ts';
import { addSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from './ssh-keys.ts';

export const USE_CASES = {
  addSshKey,
  calculateServerAddonScale,
  calculateServerRenewal,
  calculateServerScale,
  cancelServer,
  cancelServerAddon,
  deleteSshKey,
  deployServer,
  getServer,
  getServerBandwidth,
  getServerMetrics,
  getServerStatus,
  getSshKey,
  listServerAddons,
  listServerScalePlans,
  listServerSummaries,
  listServers,
  listSshKeys,
  powerOffServer,
  purchaseServerAddons,
  renewServers,
  restartServer,
  scaleServer,
  scaleServerAddons,
  startServer,
  stopServer,
  streamEvents,
  undoCancelServer,
  undoCancelServerAddon,
  updateSshKey,
} satisfies UseCases;

export const QUOTES = {
  cancelServer: quoteCancelServer,
  cancelServerAddon: quoteCancelServerAddon,
  deployServer: quoteDeployServer,
  purchaseServerAddons: quotePurchaseServerAddons,
  renewServers: quoteRenewServers,
  scaleServer: quoteScaleServer,
  scaleServerAddons: quoteScaleServerAddons,
} satisfies Quotes;

export const PREPARATIONS = {
} satisfies Preparations<typeof USE_CASES>;
