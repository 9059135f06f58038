/** Seller and buyer in UBL. */
import type { Party } from '@innkeeper/model/invoices/document';
import { clean } from '../text.ts';

type Ubl = Record<string, unknown>;

/** What is not subject to VAT names no VAT number of either side (BR-O-02). */
interface Scope {
  outOfScope: boolean;
}

/** A seller is told by a number of the register of companies, or a VAT number (BR-CO-26); where that may not stand, it takes the other's place. */
export function sellerParty(party: Party, { outOfScope }: Scope): Ubl {
  const { vat_number, company_number, country, email } = party;
  const scheme = vat_number
    ? vatScheme(vat_number, country)
    : // For its taxes at home.
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

/** With the letters of its country, which BR-CO-09 wants; those of Greece are EL. */
function withPrefix(number: string, country: string): string {
  const plain = clean(number)
    .replace(/[\s.-]/g, '')
    .toUpperCase();
  return /^[A-Z]{2}/.test(plain) ? plain : `${country === 'GR' ? 'EL' : country}${plain}`;
}
