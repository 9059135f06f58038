/** Defines the command `./innkeeper service`. */
import { services } from '@innkeeper/contract/operations/services.staff';
import { postponeService, resumeService, setService, suspendService } from '@innkeeper/operations/services.staff';
import type { Command } from 'commander';
import { formatMoved, formatPostponed, formatSuspension } from './format/service.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const serviceBindings: Bindings<typeof services> = {
  suspendService: { run: inOneTransaction(suspendService), format: formatSuspension },
  resumeService: { run: inOneTransaction(resumeService), format: formatSuspension },
  setService: { run: inOneTransaction(setService), format: formatMoved },
  postponeService: { run: inOneTransaction(postponeService), format: formatPostponed },
};

export function serviceCommand(): Command {
  return nounCommand('service', 'suspend, resume and extend services of customers', services, serviceBindings);
}
