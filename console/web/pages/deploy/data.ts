/** Query of everything that can be ordered, loaded before the page is shown. */
import type { Backup, Iso, Plan, ServerImage, Snapshot } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../data/client.ts';
import { readChoices } from '../../data/read-choices.ts';

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
      readChoices<ServerImage>(client.listServerImages({ per_page: 50 })),
      readChoices<Plan>(client.listPlans({ per_page: 50 })),
      readChoices<Snapshot>(client.listSnapshots({})),
      readChoices<Backup>(client.listBackups({})),
      readChoices<Iso>(client.listIsos({})),
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

/** Returns the query of the promo codes that the host shows for a plan. */
export const promoCodesQuery = (planId: string) =>
  queryOptions({
    queryKey: ['plan-promo-codes', planId],
    staleTime: 60_000,
    queryFn: () => client.listPlanPromoCodes({ id: Number(planId) }),
  });
