/**
 * Deploy: one transaction that validates, prices, reserves capacity and an address for each server, and creates the order. If the balance
 * covers the order, it is paid and the servers are built. Otherwise the reservations last until the order is due.
 *
 * A deploy is parsed, then resolved (its rows are loaded), then placed (its lines, payment and nodes are decided), and then written. No
 * phase calls an earlier one.
 */
import type { Quote } from '@innkeeper/contract/schemas/quote';
import { explainShortage } from '@innkeeper/db/tables/ip-pools';
import { type LoadedServer, loadServers } from '@innkeeper/db/tables/servers';
import { together } from '@innkeeper/db/transaction';
import type { Customer } from '@innkeeper/domain/actor';
import type { CheckedAddon } from '@innkeeper/domain/addons/check';
import { extraAddresses, reserveAddons } from '@innkeeper/domain/addons/reserve';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { payOrder, refuseOrder, writeOrder } from '@innkeeper/domain/orders/place';
import { quoteOf } from '@innkeeper/domain/orders/quote';
import { type NextPeriod, renewalOfNew } from '@innkeeper/domain/renewals/next-renewal';
import {
  addressesEach,
  checkDeployQuote,
  type DeployRequest,
  type ParsedDeploy,
  type PricedDeploy,
} from '@innkeeper/domain/servers/deploy-check';
import { driveColumns } from '@innkeeper/domain/servers/deploy-drives';
import { type DeployLine, deployLines } from '@innkeeper/domain/servers/deploy-lines';
import { type ResolvedDeploy, resolveDeploy } from '@innkeeper/domain/servers/deploy-resolve';
import { requireUsableData } from '@innkeeper/domain/servers/image-fit';
import { explainPlacementShortage, listCandidateNodes, reserveNodeCapacity } from '@innkeeper/domain/servers/placement';
import { assignResources, showsAllResources } from '@innkeeper/domain/servers/reserve';
import { SERVICES } from '@innkeeper/domain/service-types/registry';
import { taxOf } from '@innkeeper/domain/tax/tax-of';
import { sumLines } from '@innkeeper/model/pricing/order';
import { bestPromo } from '@innkeeper/model/pricing/promo';
import { behaviourOf } from '@innkeeper/model/services/addons';
import { presentQuote } from '@innkeeper/present/quote';
import { WithHeaders } from '@innkeeper/present/reply';
import { presentServer } from '@innkeeper/present/server';
import type { Input, QuoteInput, Reply } from '../define.ts';
import { parseDeploy, parseDeployQuote } from './deploy-parse.ts';
import { type PlacedDeploy, placeDeploy } from './deploy-place.ts';

/** Label of a server without a name. */
const UNNAMED = 'New server';

/**
 * Deploys servers of all the names or of none. Throws `validation` with the field, `not_yours` for a key or copy of another account,
 * `no_capacity` with the shortage and a fitting alternative, and the errors of `decidePayment`.
 */
export async function deployServer(
  cx: MutatingCx<Customer>,
  { body, passwordHash }: Input<'deployServer'>,
): Promise<Reply<'deployServer'>> {
  const parsed = parseDeploy(body, passwordHash);
  const resolved = await resolveDeploy(cx, parsed);
  const servers = await writeDeploy(cx, parsed, resolved, await placeDeploy(cx, parsed, resolved));
  const presented = servers.map((server) => presentServer(server, cx.actor.taxRate));
  const [only] = presented;
  const reply = only && !Array.isArray(body.name) ? only : { data: presented };
  return new WithHeaders(reply, { 'X-Order-Id': String(resolved.ids.order) });
}

/** Writes a deploy. Returns the deployed servers with all displayed fields. */
async function writeDeploy(
  cx: MutatingCx<Customer>,
  parsed: ParsedDeploy,
  resolved: ResolvedDeploy,
  { lines, amounts, payment, servers }: PlacedDeploy,
): Promise<LoadedServer[]> {
  const { names, billingCycle, autoPay } = parsed;
  const { plan, image, copy, addons, promo, tax, ids } = resolved;
  const { paid } = payment;
  const buyer = { accountId: cx.actor.accountId, tax };
  const serverIds = servers.map(({ id }) => id);
  const order = { ...amounts, orderId: ids.order, buyer, paid };
  const begin = () =>
    together(...servers.map(({ lineId, ...one }) => SERVICES.server.begin(cx, one, { orderId: ids.order, lineId })));
  const load = () => loadServers(cx.db, serverIds);
  // Each statement refers to rows of the previous ones. The servers are read last, after the workflows that build them have locked them.
  const [, , , , , shown] = await together(
    SERVICES.server.reserve(cx, { servers, names, row: rowOf(cx, parsed, resolved), paid }),
    reserveAddons(cx, { servers, addons, ids: servers.map(({ addonIds }) => addonIds), billingCycle, paid }),
    assignResources(cx, servers, resolved),
    writeOrder(cx, { buyer, type: 'new-service', autoPay, promo: promo?.code, lines }, payment, ids),
    payOrder(cx, order, begin),
    load(),
  );
  const isWhole = addons.length === 0 && showsAllResources(shown, servers, resolved);
  const from = copy ? { [copy.kind]: copy.id } : {};
  const details = { order: ids.order, plan: plan.key, image: image.key, ...from };
  for (const id of serverIds) await audit(cx, 'deployServer', { kind: 'server', id }, details);
  const nodeIds = servers.map(({ node_id }) => node_id);
  await reserveNodeCapacity(cx, plan, nodeIds);
  return isWhole ? shown : load();
}

function rowOf(cx: MutatingCx<Customer>, parsed: ParsedDeploy, { plan, image, copy, drives, promo }: ResolvedDeploy) {
  return {
    plan_id: plan.id,
    image_id: image.id,
    source_copy_id: copy?.id ?? null,
    ...driveColumns(drives),
    billing_cycle: parsed.billingCycle,
    renew_price: plan.price * BigInt(parsed.billingCycle),
    promo_code: promo?.promo.code ?? null,
    vcpus: plan.vcpus,
    dedicated_cpu: plan.dedicated_cpu,
    memory_mb: plan.memory_mb,
    disk_gb: plan.disk_gb,
    network_speed_mbps: plan.network_speed_mbps,
    bandwidth_tb: plan.bandwidth_tb,
    startup_script: parsed.startupScript ?? null,
    startup_script_at: parsed.startupScript === undefined ? null : cx.clock.now(),
    startup_script_kind: requireUsableData(image, parsed.startupScript),
    root_password_hash: parsed.passwordHash,
    created_at: cx.clock.now(),
  };
}

/**
 * Returns the price of a deploy and whether there is room for it. A name, a source and a means to log in may be missing. Throws the other
 * errors of `deployServer`, except `no_capacity`.
 */
export async function quoteDeployServer(cx: MutatingCx<Customer>, { body }: QuoteInput<'deployServer'>): Promise<Quote> {
  const input = parseDeployQuote(body);
  const { names = [UNNAMED] } = input;
  const request = { ...input, names };
  const count = names.length;
  const { accountId } = cx.actor;
  const addressesPerServer = addressesEach(input);
  const [checked, places, tax] = await together(
    checkDeployQuote(cx, request),
    listCandidateNodes(cx, count, addressesPerServer),
    taxOf(cx, accountId),
  );
  const { plan, copy, addons } = checked;
  const lines = deployLines(cx, tax, checked, request);
  const addresses = count * (1 + extraAddresses(addons));
  await refuseOrder(cx, { accountId }, { servers: count, addresses, amount: sumLines(lines).gross }, input);
  const lack =
    (await explainPlacementShortage(cx, { plan, count, nodeId: copy?.node_id ?? null }, places)) ??
    (await explainAddonShortage(cx, addons, count));
  const quoted = await quoteOf(cx, { accountId, tax }, lines, {
    downtime: 'none',
    capacity: lack ?? 'ok',
    missing: [...(input.names ? [] : ['name' as const]), ...checked.missing],
    nextRenewal: renewalOfNew((lines[0] as DeployLine).period_to, nextPeriods(checked, request), tax),
  });
  return presentQuote(quoted);
}

/** Returns the prices of the next period for each server and each of its addons. A promo code applies only if it is valid for renewals. */
function nextPeriods({ plan, addons, promo }: PricedDeploy, { names, billingCycle: months }: DeployRequest): NextPeriod[] {
  const renewal = { act: 'renewal', planId: plan.id, months } as const;
  const server = { net: plan.price * BigInt(months), promo: promo ? bestPromo([promo.code], renewal) : null };
  const extras = addons.map(({ product, quantity }) => ({ net: product.price * BigInt(quantity * months) }));
  return names.flatMap(() => [server, ...extras]);
}

/** Returns the shortage of addresses for addons, or `undefined` if enough are free. Main addresses are not included. */
async function explainAddonShortage(
  cx: MutatingCx<Customer>,
  addons: readonly CheckedAddon[],
  count: number,
): Promise<string | undefined> {
  const requester = { accountId: cx.actor.accountId, now: cx.clock.now() };
  for (const { product, quantity } of addons) {
    const { address } = behaviourOf(product.kind);
    const lack = address && (await explainShortage(cx.db, address, { ...requester, count: quantity * count }));
    if (lack) return lack;
  }
  return undefined;
}
