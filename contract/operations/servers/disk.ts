import { operation } from '../../define.ts';
import { Server } from '../../schemas/server.ts';
import { ChangePrimaryIp, ModifyIsos, ReinstallServer, RestoreServer } from '../../schemas/server-requests.ts';
import { changesServer } from '../paths.ts';

/** What a server boots from, and the address that it boots with. */
export const serversDisk = {
  modifyServerIsos: operation({
    method: 'POST',
    path: '/servers/{id}/isos',
    title: 'Modify ISOs',
    summary:
      'Inserts ISO files into the two drives of a server at once; null ejects. A change of `boot_from` takes effect with the next start.',
    origin: 'known',
    ...changesServer('active'),
    bodyKind: 'json',
    body: ModifyIsos,
    references: { primary_iso_id: 'iso', secondary_iso_id: 'iso' },
    reply: { status: 200, schema: Server },
    failures: ['not_supported'],
  }),
  restoreServer: operation({
    method: 'POST',
    path: '/servers/{id}/restore',
    title: 'Restore',
    summary:
      'Replaces the disk by a backup or a snapshot, of this server or of another one of the account, and boots the server. Refused when the disk is smaller than the copy. Name, keys and password stay those of the server.',
    origin: 'known',
    ...changesServer('replaceable disk'),
    bodyKind: 'json',
    body: RestoreServer,
    references: { backup_id: 'backup', snapshot_id: 'snapshot' },
    reply: { status: 200, schema: Server },
    failures: ['not_supported'],
  }),
  reinstallServer: operation({
    method: 'POST',
    path: '/servers/{id}/reinstall',
    title: 'Reinstall Server',
    summary:
      'Replaces the disk by a fresh image and boots the server. Everything on the old disk is lost. Keys and a password that are not given stay as they are, but for keys that were deleted from the account; if nothing is left to log in with, it is refused with 422. A startup script runs only when it is given.',
    origin: 'known',
    perMinute: 10,
    ...changesServer('replaceable disk'),
    bodyKind: 'json',
    body: ReinstallServer,
    references: { image_id: 'image', ssh_keys: 'ssh_key' },
    reply: { status: 200, schema: Server },
    failures: ['not_supported'],
  }),
  changeServerPrimaryIp: operation({
    method: 'POST',
    path: '/servers/{id}/primary-ip',
    title: 'Change Primary IP',
    summary: 'Makes another address of the server its main one. The server reboots.',
    origin: 'known',
    ...changesServer('built'),
    bodyKind: 'json',
    body: ChangePrimaryIp,
    references: { ip_id: 'ip_address' },
    reply: { status: 200, schema: Server },
    failures: ['not_supported'],
  }),
};
