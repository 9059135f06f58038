/** How services stand on orders: their names, and the least that is sold at once. */
import type { Database, Service } from '@innkeeper/db/schema';
import { together } from '@innkeeper/db/transaction';
import { type PriceStep, renewalStep } from '@innkeeper/model/pricing/explanation';
import type { ServiceType } from '@innkeeper/model/services';
import type { Kysely } from 'kysely';
import type { Offer } from './hooks.ts';
import { SERVICES } from './registry.ts';

/** By the service's id; one statement for each type, however many there are. Throws for one whose own row is missing. */
export async function offersOf(
  db: Kysely<Database>,
  services: readonly Service[],
): Promise<(service: Pick<Service, 'id'>) => Offer> {
  const types = [...new Set(services.map(({ type }) => type))];
  const found = await together(...types.map((type) => SERVICES[type].offers(db, idsOf(services, type))));
  const offers = new Map(found.flatMap((one) => [...one]));
  return ({ id }) => {
    const offer = offers.get(id);
    if (!offer) throw new Error(`service ${id} has no row of its own`);
    return offer;
  };
}

export async function offerOf(db: Kysely<Database>, service: Service): Promise<Offer> {
  return (await offersOf(db, [service]))(service);
}

/** What so many months of it cost, at the price that it was sold at. */
export const monthsOf = ({ renew_price, billing_cycle }: Service, months: number): PriceStep =>
  renewalStep(renew_price, billing_cycle, months);

const idsOf = (services: readonly Service[], wanted: ServiceType) =>
  services.filter(({ type }) => type === wanted).map(({ id }) => id);
