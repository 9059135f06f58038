/** Defines `./innkeeper backup key`. */
import { provideMacKey, storeShownMacKey } from '@innkeeper/apps/backup/mac-key';
import { backupRecipients } from '@innkeeper/apps/backup/paths';
import { homeAt, requireState } from '@innkeeper/apps/installation/home';
import { systemClock } from '@innkeeper/model/clock';
import { Command } from 'commander';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { formatNewKeys } from './keys.ts';

export function keyCommand(): Command {
  return new Command('key')
    .description('print the key that proves the origin of backups, for the file of your secret key')
    .addOption(homeOption())
    .action(async (options: WithHome) => {
      const home = homeAt(options.home);
      await requireState(home);
      // Throws before `backup setup`, which prints the key too.
      await backupRecipients(home);
      const now = systemClock.now();
      const macKey = await provideMacKey(home, now);
      console.log(formatNewKeys({ pair: null, macKey: macKey.key }));
      await storeShownMacKey(home, macKey, now);
    });
}
