/**
 * Floating IPs: addresses that an account pays for by themselves, and moves between its servers. Status, price and term are the service's
 * (services.ts); which server has it says its address (addresses.ts). `floating_ips` shows all three.
 */
export const FLOATING_IPS = `
  -- A floating IP but for what every service has. Read \`floating_ips\`.
  create table floating_ip_details (
    id integer primary key references services,
    -- The server that it is attached to as soon as that can be done: it was ordered for it, or was suspended while it was attached to it.
    attach_to integer references server_details,
    -- What it is, as in ip_addresses while it has its address. It is shown with it also when it has ended.
    address_id integer not null,
    address inet not null,
    prefix integer not null,
    version integer not null check (version in (4, 6)),
    gateway inet not null,
    ddos_protected boolean not null,
    assigned_at timestamptz not null
  );
  -- For the job that attaches what waits for it.
  create index floating_ip_details_attach_to on floating_ip_details (attach_to) where attach_to is not null;

  create view floating_ips as
    select d.*, v.key, v.account_id, v.status, v.billing_cycle, v.renew_price, v.discounts, v.auto_renew, v.created_at, v.activated_at,
      v.billing_anchor, v.expiry_at, v.suspended_at, v.ended_at,
      (select a.server_id from ip_addresses a where a.floating_ip_id = d.id) as server_id
    from services v join floating_ip_details d on d.id = v.id;
`;
