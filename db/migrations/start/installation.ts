/** State of the whole installation. */
export const INSTALLATION = `
  create table installation (
    only_one boolean primary key default true check (only_one),
    -- Currency of all amounts, which have none of their own. Null before the first start. It does not change once money was booked.
    currency text check (currency ~ '^[A-Z]{3}$')
  );
  insert into installation default values;
`;
