/** Changes prices, VAT, codes and products on sale with the catalogue file, as an operator does. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseCatalogue } from '@innkeeper/contract/catalogue/parse';
import { writeCatalogue } from '@innkeeper/contract/catalogue/write';
import { days } from '@innkeeper/model/time/clock';
import type { Act, Business } from '../business.ts';
import type { Random } from '../random.ts';

type Value = Exclude<ReturnType<typeof entryOf>, undefined>[string];
type Catalogue = Extract<ReturnType<typeof parseCatalogue>, { catalogue: unknown }>['catalogue'];
type Entry = Record<string, Value>;
type Writable = { [Name in keyof Catalogue]: Catalogue[Name] extends readonly unknown[] ? Entry[] : Entry | undefined };

const entryOf = (catalogue: Catalogue) => catalogue.plans[0];

export const changeCatalogue: Act = async (business) => {
  const { place, random } = business;
  const { text } = await place.operator.run('exportCatalogue');
  const catalogue = read(text);
  changePrices(random, catalogue);
  if (random.oneIn(2)) addRate(business, catalogue);
  if (random.oneIn(3)) changeGateway(random, catalogue);
  if (random.oneIn(3)) await changeSale(business, catalogue, text);
  if (random.oneIn(8)) changeTerms(random, catalogue);
  const file = path.join(place.home, 'catalogue.yaml');
  await fs.writeFile(file, writeCatalogue(catalogue as Catalogue));
  await place.operator.run('applyCatalogue', { file });
};

function read(text: string): Writable {
  const parsed = parseCatalogue(text);
  if ('errors' in parsed) throw new Error(`the exported catalogue can't be read: ${JSON.stringify(parsed.errors)}`);
  return structuredClone(parsed.catalogue) as Writable;
}

function changePrices(random: Random, { plans, addons, promo_codes }: Writable): void {
  for (const entries of [plans, addons]) if (entries.length > 0) random.of(entries).price = BigInt(200 + random.below(2_500));
  for (const code of promo_codes) if (random.oneIn(8)) code.percentage = 1 + random.below(90);
}

/** Adds a VAT rate that begins today or on one of the next days. */
function addRate({ place, random }: Business, { vat_rates }: Writable): void {
  const today = new Date(place.clock.now().toISOString().slice(0, 10));
  const from = new Date(today.getTime() + days(random.below(20)));
  const country = random.of(['AT', 'DE', 'FR']);
  const rate = random.of([1600, 1900, 2000, 2100]);
  const isThere = vat_rates.some((one) => one.country === country && (one.from as Date).getTime() === from.getTime());
  if (!isThere) vat_rates.push({ country, from, rate });
}

function changeGateway(random: Random, { payment_methods }: Writable): void {
  const driver = random.of(['sandbox', 'stripe']);
  for (const method of payment_methods) if (method.key === 'card') method.driver = driver;
}

/** Removes products from sale, or restores all that were on sale initially. */
async function changeSale({ place, random }: Business, catalogue: Writable, text: string): Promise<void> {
  const file = path.join(place.home, 'first-catalogue.yaml');
  const first = read(await fs.readFile(file, 'utf8').catch(() => text));
  if (random.oneIn(2)) {
    for (const list of ['plans', 'addons', 'promo_codes'] as const)
      for (const entry of first[list])
        if (!catalogue[list].some((one) => (one.key ?? one.code) === (entry.key ?? entry.code))) catalogue[list].push(entry);
    return;
  }
  await fs.writeFile(file, text, { flag: 'wx' }).catch(() => {});
  const list = catalogue[random.of(['plans', 'addons', 'promo_codes'] as const)];
  if (list.length > 1) list.splice(random.below(list.length), 1);
}

function changeTerms(random: Random, { seller, affiliate }: Writable): void {
  if (seller) seller.oss = random.oneIn(2);
  if (affiliate) affiliate.percentage = random.below(30);
}
