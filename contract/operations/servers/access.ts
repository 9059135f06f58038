import { RESCUE_ENDS } from '@innkeeper/model/states/guest-waits';
import { operation } from '../../define.ts';
import { Server } from '../../schemas/server.ts';
import { ChangePassword, EnableRescue, UpdateHostname, UpdateServerSshKeys } from '../../schemas/server-requests.ts';
import { serverChange } from '../paths.ts';

/** Logins and names of a server, and the rescue system for a server that cannot be logged in to. */
export const serversAccess = {
  changeServerPassword: operation({
    method: 'PUT',
    path: '/servers/{id}/password',
    title: 'Change password',
    summary: 'Sets the root password: immediately through the guest agent, or at the next boot.',
    origin: 'known',
    perMinute: 5,
    ...serverChange('active'),
    bodyKind: 'json',
    body: ChangePassword,
    reply: { status: 204 },
    failures: ['not_supported'],
  }),
  updateServerHostname: operation({
    method: 'PUT',
    path: '/servers/{id}/hostname',
    title: 'Update hostname',
    summary: 'Renames a server.',
    origin: 'ours',
    ...serverChange('active'),
    bodyKind: 'json',
    body: UpdateHostname,
    reply: { status: 200, schema: Server },
    failures: [],
  }),
  updateServerSshKeys: operation({
    method: 'PATCH',
    path: '/servers/{id}/ssh-keys',
    title: 'Update SSH Keys',
    summary: 'Replaces the SSH keys that can log in. Keys that are not listed are removed.',
    origin: 'known',
    ...serverChange('active'),
    bodyKind: 'json',
    body: UpdateServerSshKeys,
    references: { ssh_keys: 'ssh_key' },
    reply: { status: 200, schema: Server },
    failures: ['not_supported'],
  }),
  enableServerRescue: operation({
    method: 'POST',
    path: '/servers/{id}/rescue',
    section: 'Rescue',
    title: 'Enable rescue mode',
    summary:
      'Boots the rescue system with the disk of the server attached. Ends a start, stop or restart that is waiting for the guest.',
    origin: 'ours',
    ...serverChange('not in rescue'),
    takesOver: RESCUE_ENDS,
    bodyKind: 'json',
    body: EnableRescue,
    references: { ssh_keys: 'ssh_key' },
    bodyOptional: true,
    reply: { status: 200, schema: Server },
    failures: ['not_supported'],
  }),
  disableServerRescue: operation({
    method: 'DELETE',
    path: '/servers/{id}/rescue',
    section: 'Rescue',
    title: 'Disable rescue mode',
    summary: 'Boots the server from its own disk again.',
    origin: 'ours',
    ...serverChange('in rescue'),
    bodyKind: 'none',
    reply: { status: 200, schema: Server },
    failures: ['not_supported'],
  }),
};
