/** Cancellations of services by their owners. They concern those who pay for the services and those who run them. */
import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { type MailedCancellationRow, mailedCancellations } from '@innkeeper/db/tables/mailed-cancellations';
import { waitingRenewals } from '@innkeeper/db/tables/service-periods';
import { childrenOfAll } from '@innkeeper/db/tables/services';
import { cancelledState, withdrawnState } from '@innkeeper/model/services/cancellations';
import type { MutatingCx } from '../../context.ts';
import { bounded, type Composer, pageOf, SUPPORT_PAGE } from '../composer.ts';
import { ENDS_ROLES, queueTechnicalMail } from '../technical.ts';

/**
 * Tells of services that are cancelled, and of those whose cancellation was told and is withdrawn. Leaves out cancellations that were withdrawn
 * before this mail, ends that an earlier mail has named, services that staff ends, and those that have ended.
 */
export const composeServicesCancelled: Composer = async (cx, { id, account_id: accountId, ids }) => {
  const services = await mailedCancellations(cx.db, accountId, ids);
  if (services.length === 0) return;
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  const act = { id, accountId, isSuspended };
  await tellCancelled(cx, act, services);
  await tellWithdrawn(cx, act, services);
};

interface Act {
  /** Id of the fact. */
  id: number;
  accountId: number;
  isSuspended: boolean;
}

async function tellCancelled(cx: MutatingCx, { id, accountId, isSuspended }: Act, services: readonly MailedCancellationRow[]) {
  const terms = { graceMs: cx.settings.cancelGraceMs, now: cx.clock.now() };
  const cancelled = services.flatMap((service) => {
    const { name, type, key, cancellation, told_end } = service;
    if (!cancellation) return [];
    const state = cancelledState(service, cancellation, terms);
    if (state.ends === told_end) return [];
    return [{ service, told: { ...state, name, hasData: type === 'server', keepsBackups: key === 'backups' } }];
  });
  if (cancelled.length === 0) return;
  const rows = cancelled.map(({ service }) => service);
  const { listed, more } = bounded(cancelled.map(({ told }) => told));
  await queueTechnicalMail(
    cx,
    {
      ...{ accountId, template: 'services-cancelled', dedupeKey: `services-cancelled:${id}` },
      data: {
        ...{ services: listed, more, isSuspended, page: pageOf(cx, isSuspended ? SUPPORT_PAGE : pageOfServices(rows)) },
        terms: Object.fromEntries(cancelled.map(({ service, told }) => [service.id, told.ends])),
        orders: await openOrders(cx, rows),
      },
    },
    ENDS_ROLES,
  );
}

async function tellWithdrawn(cx: MutatingCx, { id, accountId, isSuspended }: Act, services: readonly MailedCancellationRow[]) {
  const withdrawn = services.flatMap((service) => {
    if (service.cancellation !== null || service.told_end === null) return [];
    const state = withdrawnState(service, cx.settings.cancelGraceMs);
    return state ? [{ service, told: { ...state, name: service.name } }] : [];
  });
  if (withdrawn.length === 0) return;
  const rows = withdrawn.map(({ service }) => service);
  const { listed, more } = bounded(withdrawn.map(({ told }) => told));
  await queueTechnicalMail(
    cx,
    {
      ...{ accountId, template: 'cancellation-withdrawn', dedupeKey: `cancellation-withdrawn:${id}` },
      data: {
        ...{ services: listed, more, ids: rows.map((row) => row.id), isSuspended },
        page: pageOf(cx, isSuspended ? SUPPORT_PAGE : pageOfServices(rows)),
      },
    },
    ENDS_ROLES,
  );
}

/** Returns the unpaid orders that renew the services or their addons, which the cancellation has left: those of the owner, and those being paid. */
async function openOrders({ db }: MutatingCx, services: readonly MailedCancellationRow[]): Promise<number[]> {
  const ids = services.map(({ id }) => id);
  const addons = await childrenOfAll(db, ids);
  return waitingRenewals(db, [...ids, ...addons.map(({ id }) => id)]);
}

/** Returns the page on which the services are cancelled, or that of the servers if they have several. */
function pageOfServices(services: readonly MailedCancellationRow[]): string {
  const [page, ...others] = new Set(services.map(pageOfService));
  return page === undefined || others.length > 0 ? '/servers' : page;
}

function pageOfService({ type, top_id }: MailedCancellationRow): string {
  if (type === 'floating-ip') return '/floating-ips';
  return type === 'support-plan' ? '/support/plan' : `/servers/${top_id}/billing`;
}
