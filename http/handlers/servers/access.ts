import { changeServerPassword } from '@innkeeper/operations/servers/change-password';
import { changeServerPrimaryIp } from '@innkeeper/operations/servers/change-primary-ip';
import { disableServerRescue } from '@innkeeper/operations/servers/disable-rescue';
import { enableServerRescue } from '@innkeeper/operations/servers/enable-rescue';
import { updateServerHostname } from '@innkeeper/operations/servers/update-hostname';
import { updateServerSshKeys } from '@innkeeper/operations/servers/update-ssh-keys';
import { presentServer } from '@innkeeper/present/server';
import type { Handlers } from '../define.ts';

/** Handlers for a server's password and SSH keys, host name, primary address and rescue system. */
export const serverAccess = {
  changeServerPassword: async (cx, { server, body, passwordHash }) =>
    void (await changeServerPassword(cx, { server, passwordHash: requireHash(passwordHash), reboot: body.reboot })),
  updateServerHostname: async (cx, { server, body }) =>
    presentServer(await updateServerHostname(cx, { server, ...body }), cx.actor.taxRate),
  changeServerPrimaryIp: async (cx, { server, body }) =>
    presentServer(await changeServerPrimaryIp(cx, { server, ipId: body.ip_id }), cx.actor.taxRate),
  enableServerRescue: async (cx, { server, supersededWorkflowId, body, passwordHash }) =>
    presentServer(
      await enableServerRescue(cx, { server, supersededWorkflowId, passwordHash, sshKeys: body?.ssh_keys }),
      cx.actor.taxRate,
    ),
  disableServerRescue: async (cx, { server }) => presentServer(await disableServerRescue(cx, { server }), cx.actor.taxRate),
  updateServerSshKeys: async (cx, { server, body }) =>
    presentServer(await updateServerSshKeys(cx, { server, sshKeys: body.ssh_keys }), cx.actor.taxRate),
} satisfies Handlers;

/** Returns the hash. The contract requires a password, so a missing hash is a programming error. */
function requireHash(passwordHash: string | null): string {
  if (passwordHash === null) throw new TypeError('the password has not been hashed');
  return passwordHash;
}
