/** The seller and the buyer in UBL. */
import type { Party } from '@innkeeper/model/invoices/document';
import { vatPrefixOf } from '@innkeeper/model/vat/countries';
import { clean } from '../text.ts';

type Ubl = Record<string, unknown>;

/** A document outside the scope of VAT contains no VAT number of either party (BR-O-02). */
interface Scope {
  outOfScope: boolean;
}

/**
 * Returns the seller. A company number or a VAT number must identify the seller (BR-CO-26). If the VAT number is not allowed, it serves as
 * the company number.
 */
export function sellerParty(party: Party, { outOfScope }: Scope): Ubl {
  const { vat_number, company_number, country, email } = party;
  const scheme = vat_number
    ? vatScheme(vat_number, country)
    : // For domestic taxes.
      company_number && { 'cbc:CompanyID': clean(company_number), 'cac:TaxScheme': { 'cbc:ID': 'TAX' } };
  return {
    ...endpoint(party),
    'cac:PostalAddress': address(party),
    ...(scheme && !outOfScope && { 'cac:PartyTaxScheme': [scheme] }),
    'cac:PartyLegalEntity': legalEntity({ ...party, company_number: company_number ?? (outOfScope ? vat_number : null) }),
    ...(email && { 'cac:Contact': { 'cbc:ElectronicMail': clean(email) } }),
  };
}

export function buyerParty(party: Party, { outOfScope }: Scope): Ubl {
  return {
    ...endpoint(party),
    'cac:PostalAddress': address(party),
    ...(party.vat_number && !outOfScope && { 'cac:PartyTaxScheme': vatScheme(party.vat_number, party.country) }),
    'cac:PartyLegalEntity': legalEntity(party),
  };
}

function endpoint({ email }: Party): Ubl {
  return email ? { 'cbc:EndpointID': clean(email), 'cbc:EndpointID@schemeID': 'EM' } : {};
}

function legalEntity({ name, company_number }: Party): Ubl {
  return { 'cbc:RegistrationName': clean(name), ...(company_number && { 'cbc:CompanyID': clean(company_number) }) };
}

function address({ address: street, city, postal_code, country }: Party): Ubl {
  return {
    ...(street && { 'cbc:StreetName': clean(street) }),
    ...(city && { 'cbc:CityName': clean(city) }),
    ...(postal_code && { 'cbc:PostalZone': clean(postal_code) }),
    'cac:Country': { 'cbc:IdentificationCode': country },
  };
}

function vatScheme(number: string, country: string): Ubl {
  return { 'cbc:CompanyID': withPrefix(number, country), 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
}

/** Returns the VAT number with its country's letters, as BR-CO-09 requires. */
function withPrefix(number: string, country: string): string {
  const plain = clean(number)
    .replace(/[\s.-]/g, '')
    .toUpperCase();
  return /^[A-Z]{2}/.test(plain) ? plain : `${vatPrefixOf(country)}${plain}`;
}
