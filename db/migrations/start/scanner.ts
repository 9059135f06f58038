/** The virus scanner that files of tickets are shown to (docs/decisions/virus-scan.md). */
export const SCANNER = `
  create table scanner_settings (
    only_one boolean primary key default true check (only_one),
    -- Where it answers: at a unix socket, or at an address and a port; all null: files are taken as they come.
    socket text check (socket like '/%'),
    host text check (host <> ''),
    port integer check (port between 1 and 65535),
    -- While it does not answer as it should: since when, and why.
    away_since timestamptz,
    away_error text,
    constraint scanner_settings_one_place check (socket is null or host is null),
    constraint scanner_settings_complete check ((host is null) = (port is null)),
    constraint scanner_settings_away check ((away_since is null) = (away_error is null))
  );
  insert into scanner_settings default values;
`;
