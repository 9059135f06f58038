import { operation } from '../../define.ts';
import { Server } from '../../schemas/server.ts';
import { ChangePrimaryIp, ModifyIsos, ReinstallServer, RestoreServer } from '../../schemas/server-requests.ts';
import { serverChange } from '../paths.ts';

/** Disks, drives and the main address of a server. */
export const serversDisk = {
  modifyServerIsos: operation({
    method: 'POST',
    path: '/servers/{id}/isos',
    title: 'Modify ISOs',
    summary:
      'Inserts ISO files into the two drives of a server immediately. null ejects an ISO. A change of `boot_from` takes effect at the next start.',
    origin: 'known',
    ...serverChange('active'),
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
      'Replaces the disk by a backup or snapshot of any server of the account, and boots the server. Refused if the disk is smaller than the copy. Name, keys and password of the server do not change.',
    origin: 'known',
    ...serverChange('replaceable disk'),
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
      'Replaces the disk by a new image and boots the server. All data on the old disk is lost. Keys and password do not change unless set, but deleted keys are removed. Refused with 422 if no way to log in remains. A startup script runs only if it is set.',
    origin: 'known',
    perMinute: 10,
    ...serverChange('replaceable disk'),
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
    summary: 'Makes another address of the server its main address. The server reboots.',
    origin: 'known',
    ...serverChange('built'),
    bodyKind: 'json',
    body: ChangePrimaryIp,
    references: { ip_id: 'ip_address' },
    reply: { status: 200, schema: Server },
    failures: ['not_supported'],
  }),
};
