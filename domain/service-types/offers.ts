/** Names and minimum terms of services, as orders show them. */
import type { Database, Service } from '@innkeeper/db/schema';
import { together } from '@innkeeper/db/transaction';
import { type PriceStep, renewalStep } from '@innkeeper/model/pricing/explanation';
import type { ServiceType } from '@innkeeper/model/services/services';
import type { Kysely } from 'kysely';
import type { Offer } from '../services/hooks.ts';
import { SERVICES } from './registry.ts';

/** Returns the offers of services by id, with one statement per type. The returned function throws if a service has no row of its own. */
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

/** Returns the offer of one service. Throws if it has no row of its own. */
export async function offerOf(db: Kysely<Database>, service: Service): Promise<Offer> {
  return (await offersOf(db, [service]))(service);
}

/** Returns the price step for this number of months, at the price at which the service was sold. */
export const monthsOf = ({ renew_price, billing_cycle }: Service, months: number): PriceStep =>
  renewalStep(renew_price, billing_cycle, months);

const idsOf = (services: readonly Service[], serviceType: ServiceType) =>
  services.filter(({ type }) => type === serviceType).map(({ id }) => id);
