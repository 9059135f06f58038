/** `./innkeeper service` */
import { services } from '@innkeeper/contract/operator/services';
import { postponeService } from '@innkeeper/operations/operator/services/postpone';
import type { Command } from 'commander';
import { formatPostponed } from '../format/service.ts';
import { nounCommand } from '../operator/command.ts';
import { inOneTransaction } from '../operator/installation.ts';
import type { Bindings } from '../operator/perform.ts';

export const serviceBindings: Bindings<typeof services> = {
  postponeService: { run: inOneTransaction(postponeService), format: formatPostponed },
};

export function serviceCommand(): Command {
  return nounCommand('service', 'what customers pay for', services, serviceBindings);
}
