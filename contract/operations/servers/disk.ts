import { operation } from '../../define.ts';
import { Server } from '../../schemas/server.ts';
import { ChangePrimaryIp, ModifyIsos, ReinstallServer, RestoreServer } from '../../schemas/server-requests.ts';
import { byId } from '../paths.ts';

/** What a server boots from, and the address that it boots with. */
export const serversDisk = {
  modifyServerIsos: operation({
    method: 'POST',
    path: '/servers/{id}/isos',
    group: 'Servers',
    title: 'Modify ISOs',
    summary:
      'Inserts ISO files into the two drives of a server at once; null ejects. A change of `boot_from` takes effect with the next start.',
    origin: 'known',
    ability: 'write',
    ...byId('server'),
    locks: 'id',
    requires: { server: 'active' },
    bodyKind: 'json',
    body: ModifyIsos,
    reply: { status: 200, schema: Server },
    failures: ['wrong_state', 'not_supported'],
  }),
  restoreServer: operation({
    method: 'POST',
    path: '/servers/{id}/restore',
    group: 'Servers',
    title: 'Restore',
    summary:
      'Replaces the disk by a backup or a snapshot, of this server or of another one of the account, and boots the server. Refused when the disk is smaller than the copy. Name, keys and password stay those of the server.',
    origin: 'known',
    ability: 'write',
    ...byId('server'),
    locks: 'id',
    requires: { server: 'replaceable disk' },
    bodyKind: 'json',
    body: RestoreServer,
    reply: { status: 200, schema: Server },
    failures: ['wrong_state', 'not_supported'],
  }),
  reinstallServer: operation({
    method: 'POST',
    path: '/servers/{id}/reinstall',
    group: 'Servers',
    title: 'Reinstall Server',
    summary:
      'Replaces the disk by a fresh image and boots the server. Everything on the old disk is lost. Keys and a password that are not given stay as they are; a startup script runs only when it is given.',
    origin: 'known',
    ability: 'write',
    perMinute: 10,
    ...byId('server'),
    locks: 'id',
    requires: { server: 'replaceable disk' },
    bodyKind: 'json',
    body: ReinstallServer,
    reply: { status: 200, schema: Server },
    failures: ['wrong_state', 'not_supported'],
  }),
  changeServerPrimaryIp: operation({
    method: 'POST',
    path: '/servers/{id}/primary-ip',
    group: 'Servers',
    title: 'Change Primary IP',
    summary: 'Makes another address of the server its main one. The server reboots.',
    origin: 'known',
    ability: 'write',
    ...byId('server'),
    locks: 'id',
    requires: { server: 'built' },
    bodyKind: 'json',
    body: ChangePrimaryIp,
    reply: { status: 200, schema: Server },
    failures: ['wrong_state', 'not_supported'],
  }),
};
