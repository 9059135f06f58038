/** The seller, who is printed on invoices. Together with the customer's country it determines whose VAT is charged. */
export const SELLER = `
  -- One row.
  create table seller (
    only_one boolean primary key default true check (only_one),
    name text not null default '',
    address text not null default '',
    city text not null default '',
    postal_code text not null default '',
    country text not null default 'DE' check (country ~ '^[A-Z]{2}$'),
    company_number text check (company_number <> ''),
    -- VAT number with its country prefix. Queries to the VAT register use it.
    vat_number text check (vat_number ~ '^[A-Z]{2}[0-9A-Z+*]{2,14}$'),
    email text check (email <> ''),
    iban text check (iban <> ''),
    bic text check (bic <> ''),
    bank_name text check (bank_name <> ''),
    -- True if registered for the One Stop Shop. Consumers of other EU countries then pay the VAT of their country.
    oss boolean not null default true,
    -- True if sales to these consumers exceed 10 000 EUR a year. They then pay the same VAT without a registration.
    small_business_threshold_passed boolean not null default false,
    -- PNG or JPEG file.
    logo bytea
  );
  insert into seller default values;
  create trigger tell_tax after update of country, oss, small_business_threshold_passed on seller
    for each statement execute function tell_tax_of_all();
`;
