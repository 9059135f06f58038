/**
 * Floating IPs: addresses that an account pays for separately and moves between its servers. The service holds status, price and term
 * (services.ts), and the address holds the server (addresses.ts). `floating_ips` shows all three.
 */
export const FLOATING_IPS = `
  -- A floating IP without the columns that every service has. Read \`floating_ips\` instead.
  create table floating_ip_details (
    id integer primary key references services,
    -- Server that the floating IP is attached to as soon as possible. It was ordered for that server, or was suspended while attached to
    -- it. Null for none.
    attach_to integer references server_details,
    -- Address as in ip_addresses, with its properties in the next columns. It is still shown after the floating IP has ended.
    address_id integer not null,
    address inet not null,
    prefix integer not null,
    version integer not null check (version in (4, 6)),
    gateway inet not null,
    ddos_protected boolean not null,
    assigned_at timestamptz not null
  );
  -- For the job that attaches waiting floating IPs.
  create index floating_ip_details_attach_to on floating_ip_details (attach_to) where attach_to is not null;

  create view floating_ips as
    select d.*, v.key, v.account_id, v.status, v.billing_cycle, v.renew_price, v.discounts, v.auto_renew, v.created_at, v.activated_at,
      v.billing_anchor, v.expiry_at, v.suspended_at, v.ended_at,
      (select a.server_id from ip_addresses a where a.floating_ip_id = d.id) as server_id
    from services v join floating_ip_details d on d.id = v.id;
`;
