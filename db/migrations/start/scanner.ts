/** The virus scanner that checks files of tickets (docs/decisions/virus-scan.md). */
export const SCANNER = `
  create table scanner_settings (
    only_one boolean primary key default true check (only_one),
    -- Address of the scanner: a unix socket, or a host and a port. All are null if files are accepted unchecked.
    socket text check (socket like '/%'),
    host text check (host <> ''),
    port integer check (port between 1 and 65535),
    -- Time since which the scanner fails, with the error. Null if it works.
    away_since timestamptz,
    away_error text,
    constraint scanner_settings_one_place check (socket is null or host is null),
    constraint scanner_settings_complete check ((host is null) = (port is null)),
    constraint scanner_settings_away check ((away_since is null) = (away_error is null))
  );
  insert into scanner_settings default values;
`;
