import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { NamedCopy } from '@innkeeper/domain/copies/use';
import { reinstallServer } from '@innkeeper/domain/servers/reinstall';
import { restoreServer } from '@innkeeper/domain/servers/restore';
import { presentServer } from '../present/server.ts';
import type { Handlers } from './define.ts';

/** What a server boots from. */
export const serverDisk = {
  restoreServer: async (cx, { params, body }) =>
    presentServer(await restoreServer(cx, { server: params.id, copy: copyIn(body) }), cx.caller.taxRate),
  reinstallServer: async (cx, { params, body, passwordHash }) => {
    const { image_id: imageId, ssh_keys: sshKeys, startup_script: startupScript } = body;
    const server = await reinstallServer(cx, { server: params.id, imageId, passwordHash, sshKeys, startupScript });
    return presentServer(server, cx.caller.taxRate);
  },
} satisfies Handlers;

/** The contract has seen to it that exactly one is named. */
function copyIn(body: InputOf<Operations['restoreServer']>['body']): NamedCopy {
  if (body.snapshot_id !== undefined) return { kind: 'snapshot', id: body.snapshot_id };
  return { kind: 'backup', id: body.backup_id ?? 0 };
}
