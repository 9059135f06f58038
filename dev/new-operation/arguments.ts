/** Reads the arguments of `npm run new:operation`. */
import { parseArgs } from 'node:util';
import { STAFF_ROLES } from '@innkeeper/model/people/staff';
import { InvalidRequest, type ReadFile } from './edit.ts';
import { paramsOf } from './names.ts';
import { type NewOperation, planFiles } from './plan.ts';
import { type NewStaffOperation, planStaffFiles } from './staff.ts';
import { parseKind } from './workflow.ts';

export const USAGE = `usage: npm run new:operation -- NAME GROUP METHOD PATH [--workflow KIND] [--staff COMMAND --roles ROLES]
  a read        getFrost Servers GET '/servers/{id}/frost'
  a change      freezeServer Servers POST '/servers/{id}/freeze'
  with workflow freezeServer Servers POST '/servers/{id}/freeze' --workflow server.freeze
  for staff     freezeAccount Accounts POST '/operator/accounts/{account}/freeze' --staff 'account freeze' --roles support,billing`;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Returns the name of the operation and the new text of each file by path. Throws `InvalidRequest`. */
export function planOf(args: string[], read: ReadFile): { name: string; files: Map<string, string> } {
  const { positionals, values } = parse(args);
  const place = placeOf(positionals);
  const files =
    values.staff === undefined
      ? planFiles(customersOperation(place, values.workflow), read)
      : planStaffFiles(staffOperation(place, values.staff, values.roles), read);
  return { name: place.name, files };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { workflow: { type: 'string' }, staff: { type: 'string' }, roles: { type: 'string', default: '' } },
    });
  } catch (error) {
    throw new InvalidRequest(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

type Place = Pick<NewOperation, 'name' | 'group' | 'method' | 'path'>;

function placeOf([name, group, method, path]: string[]): Place {
  if (!name || !/^[a-z]+([A-Z][a-z]*)+$/.test(name))
    throw new InvalidRequest(`A name is a verb and a noun in camelCase.\n${USAGE}`);
  const verb = METHODS.find((one) => one === method);
  if (!group || !verb || !path?.startsWith('/')) throw new InvalidRequest(`Say where ${name} belongs.\n${USAGE}`);
  return { name, group, method: verb, path };
}

function customersOperation(place: Place, workflow: string | undefined): NewOperation {
  if (place.path.startsWith('/operator/')) throw new InvalidRequest(`${place.path} is for staff: add --staff COMMAND.\n${USAGE}`);
  // `SSH Keys` becomes `ssh_key`. The compiler reports an unknown kind.
  const kind = place.group.toLowerCase().replaceAll(' ', '_').replace(/s$/, '');
  const operation = { ...place, kinds: paramsOf(place.path).map(() => kind) };
  return workflow === undefined ? operation : { ...operation, workflow: parseKind(workflow, operation) };
}

function staffOperation(place: Place, command: string, roles: string): NewStaffOperation {
  if (!place.path.startsWith('/operator/')) throw new InvalidRequest(`The path of staff begins with /operator/.\n${USAGE}`);
  if (!/^[a-z]+ [a-z-]+$/.test(command)) throw new InvalidRequest(`A command is a noun and a verb.\n${USAGE}`);
  const names = roles.split(',').filter((role) => role !== '');
  const unknown = names.find((name) => name === 'owner' || !STAFF_ROLES.some((role) => role === name));
  if (unknown !== undefined) throw new InvalidRequest(`${unknown} is no role that an entry names beside owner.\n${USAGE}`);
  return { ...place, command, roles: names };
}
