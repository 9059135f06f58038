import { changeServerPassword } from '@innkeeper/domain/servers/change-password';
import { updateServerHostname } from '@innkeeper/domain/servers/update-hostname';
import { updateServerSshKeys } from '@innkeeper/domain/servers/update-ssh-keys';
import { presentServer } from '../present/server.ts';
import type { Handlers } from './define.ts';

/** Who may log in, and under which name. */
export const serverAccess = {
  changeServerPassword: async (cx, { params, body }) => void (await changeServerPassword(cx, { server: params.id, ...body })),
  updateServerHostname: async (cx, { params, body }) =>
    presentServer(await updateServerHostname(cx, { server: params.id, ...body }), cx.caller.taxRate),
  updateServerSshKeys: async (cx, { params, body }) =>
    presentServer(await updateServerSshKeys(cx, { server: params.id, sshKeys: body.ssh_keys }), cx.caller.taxRate),
} satisfies Handlers;
