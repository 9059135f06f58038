/** Builds the seller and the buyer of a document from their current data. */
import { createHash } from 'node:crypto';
import type { BuyerFacts, findSeller } from '@innkeeper/db/tables/invoices/facts';
import type { Party, Seller } from '@innkeeper/model/invoices/document';

export type SellerFacts = Awaited<ReturnType<typeof findSeller>>;

export function sellerOf(facts: SellerFacts): Seller {
  return {
    name: facts.name,
    address: orNull(facts.address),
    city: orNull(facts.city),
    postal_code: orNull(facts.postal_code),
    country: facts.country,
    country_name: facts.country_name ?? facts.country,
    company_number: facts.company_number,
    vat_number: facts.vat_number,
    email: facts.email,
    logo: facts.logo && sha256(facts.logo),
  };
}

/** Returns the buyer. A company buys under its company name, and at its company address if it has one. */
export function buyerOf(facts: BuyerFacts): Party {
  const { company } = facts;
  return {
    name: (company && facts.company_name) || facts.name || facts.email || `Customer ${facts.id}`,
    address: (company && facts.company_address) || facts.address,
    city: facts.city,
    postal_code: facts.postal_code,
    country: facts.country,
    country_name: facts.country_name,
    company_number: company ? facts.company_number : null,
    vat_number: company ? facts.vat_number : null,
    email: facts.email,
  };
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const orNull = (text: string): string | null => (text === '' ? null : text);
