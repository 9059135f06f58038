/** Who sells: printed on invoices, and decides together with the customer's country whose VAT is charged. */
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
    -- With the prefix of its country; questions to the register of VAT numbers are asked in its name.
    vat_number text check (vat_number ~ '^[A-Z]{2}[0-9A-Z+*]{2,14}$'),
    email text check (email <> ''),
    iban text check (iban <> ''),
    bic text check (bic <> ''),
    bank_name text check (bank_name <> ''),
    -- Registered for the One Stop Shop: consumers of other EU countries pay the VAT of theirs.
    oss boolean not null default true,
    -- Whether it sells more than 10 000 EUR a year to them; then it charges the same, registered or not.
    small_business_threshold_passed boolean not null default false,
    -- PNG or JPEG.
    logo bytea
  );
  insert into seller default values;
  create trigger tell_tax after update of country, oss, small_business_threshold_passed on seller
    for each statement execute function tell_tax_of_all();
`;
