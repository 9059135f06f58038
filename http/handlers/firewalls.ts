import { applyFirewall } from '@innkeeper/operations/firewalls/apply';
import { createFirewall } from '@innkeeper/operations/firewalls/create';
import { deleteFirewall } from '@innkeeper/operations/firewalls/delete';
import { getFirewall } from '@innkeeper/operations/firewalls/get';
import { listFirewalls } from '@innkeeper/operations/firewalls/list';
import { removeFirewall } from '@innkeeper/operations/firewalls/remove';
import { setFirewallRules } from '@innkeeper/operations/firewalls/set-rules';
import { updateFirewall } from '@innkeeper/operations/firewalls/update';
import { presentFirewall } from '@innkeeper/present/firewall';
import { page } from '@innkeeper/present/page';
import type { Handlers } from './define.ts';

export const firewalls = {
  listFirewalls: async (cx, { query }, url) => {
    const filter = { page: query.page, perPage: query.per_page, serverId: query['filter[server_id]'] };
    return page(url, query, await listFirewalls(cx, filter), presentFirewall);
  },
  getFirewall: async (cx, { firewall }) => presentFirewall(await getFirewall(cx, { firewall })),
  createFirewall: async (cx, { body }) => presentFirewall(await createFirewall(cx, body)),
  updateFirewall: async (cx, { firewall, body }) => presentFirewall(await updateFirewall(cx, { firewall, ...body })),
  deleteFirewall: async (cx, { firewall }) => void (await deleteFirewall(cx, { firewall })),
  setFirewallRules: async (cx, { firewall, body }) => presentFirewall(await setFirewallRules(cx, { firewall, ...body })),
  applyFirewall: async (cx, { firewall, body }) =>
    presentFirewall(await applyFirewall(cx, { firewall, serverIds: body.server_ids })),
  removeFirewall: async (cx, { firewall, body }) =>
    presentFirewall(await removeFirewall(cx, { firewall, serverIds: body.server_ids })),
} satisfies Handlers;
