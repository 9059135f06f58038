/** Everything that can be ordered: read once before the page is shown. */
import type { Backup, Iso, Plan, ServerImage, Snapshot } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { queryClient } from '../../data/query.ts';
import { keysQuery } from '../../data/ssh-keys.ts';
import { take } from '../../data/take.ts';

export interface Offer {
  images: readonly ServerImage[];
  plans: readonly Plan[];
  snapshots: readonly Snapshot[];
  backups: readonly Backup[];
  isos: readonly Iso[];
}

export const offerQuery = queryOptions({
  queryKey: ['offer'],
  staleTime: 60_000,
  queryFn: async (): Promise<Offer> => {
    const [images, plans, snapshots, backups, isos] = await Promise.all([
      take<ServerImage>(client.listServerImages({ per_page: 50 })),
      take<Plan>(client.listPlans({ per_page: 50 })),
      take<Snapshot>(client.listSnapshots({})),
      take<Backup>(client.listBackups({})),
      take<Iso>(client.listIsos({})),
    ]);
    return { images, plans, snapshots, backups, isos };
  },
});

/** Prices of the addons of a plan, by key. */
export const addonsQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan-addons', planId],
    staleTime: 60_000,
    queryFn: async () => (await client.listPlanAddons({ id: Number(planId) })).data,
  });

/** Promo codes that the host shows for a plan. */
export const promoCodesQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan-promo-codes', planId],
    staleTime: 60_000,
    queryFn: () => client.listPlanPromoCodes({ id: Number(planId) }),
  });

/** Reads what the page needs. */
export async function loadOffer(): Promise<void> {
  await Promise.all([queryClient.ensureQueryData(offerQuery), queryClient.ensureQueryData(keysQuery)]);
}
