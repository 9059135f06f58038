/** `./innkeeper image`: what servers are made of. */

import { withDatabase } from '@innkeeper/apps/installation/database';
import { homeAt } from '@innkeeper/apps/installation/home';
import { KNOWN_IMAGES } from '@innkeeper/apps/installation/known-images';
import { Refusal } from '@innkeeper/apps/terminal/refusal';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { Command, InvalidArgumentError, Option } from 'commander';
import { buildImage } from '../images/build.ts';
import { changeImage, type ImageChange } from '../images/change.ts';
import { type NewImage, registerFromOutside } from '../images/register.ts';
import { table } from '../output/table.ts';
import { homeOption, type WithHome } from './home-option.ts';
import { parseKey, parseName, parseWhole } from './parse.ts';

const MOST_RAM_GB = 1024;

export function imageCommand(): Command {
  return new Command('image')
    .description('what servers are made of')
    .addCommand(listCommand())
    .addCommand(buildCommand())
    .addCommand(registerCommand())
    .addCommand(setCommand())
    .addCommand(saleCommand('disable', 'take an image off sale; servers that were made of it go on', false))
    .addCommand(saleCommand('enable', 'put an image on sale again', true));
}

function listCommand(): Command {
  return new Command('list')
    .description('list images')
    .addOption(homeOption())
    .option('--json', 'as JSON')
    .action(async (options: WithHome & { json?: boolean }) => {
      const images = await withDatabase(homeAt(options.home), (db) =>
        db
          .selectFrom('images as i')
          .innerJoin('image_groups as g', 'g.id', 'i.group_id')
          .selectAll('i')
          .select('g.key as group')
          .orderBy('i.position')
          .execute(),
      );
      if (options.json) return console.log(JSON.stringify(images, null, 2));
      const rows = images.map((image) => [
        ...[String(image.id), image.key, image.name, image.group, `${image.minimum_ram_gb} GB`],
        ...[image.eol ? 'end of life' : '', image.disabled_at ? 'off sale' : 'on sale', image.path],
      ]);
      return console.log(table(['ID', 'KEY', 'NAME', 'GROUP', 'RAM', 'EOL', 'STATE', 'FILE'], rows));
    });
}

function buildCommand(): Command {
  return new Command('build')
    .description(`build an image from Debian's packages and put it on sale: ${Object.keys(KNOWN_IMAGES).join(', ')}`)
    .argument('<key>')
    .addOption(homeOption())
    .option('--fresh', 'also when it is there already: with the packages of today')
    .action(async (key: string, options: WithHome & { fresh?: boolean }) => {
      const id = await buildImage(homeAt(options.home), key, { fresh: options.fresh === true }, terminalReport());
      console.log(`Image ${id} (${key}) is on sale.`);
    });
}

interface RegisterOptions extends WithHome {
  name: string;
  group: string;
  file?: string;
  url?: string;
  sha256: string;
  minimumRam: number;
  eol?: boolean;
  sshKeys: boolean;
}

function registerCommand(): Command {
  return new Command('register')
    .description('put a disk image (qcow2 or raw) on sale, from a file or an address')
    .argument('<key>', 'its name in the catalogue: my-linux-2', parseKey)
    .addOption(homeOption())
    .addOption(new Option('--name <name>', 'its name for customers').argParser(parseName).makeOptionMandatory())
    .requiredOption('--group <key>', 'the group that shows it')
    .addOption(new Option('--file <path>', 'a file of this host').conflicts('url'))
    .option('--url <address>', 'where it is fetched')
    .addOption(new Option('--sha256 <hex>', 'its checksum').argParser(parseSha256).makeOptionMandatory())
    .addOption(new Option('--minimum-ram <gb>', 'GB of memory it needs').argParser(parseRam).default(1))
    .option('--eol', 'its maker supports it no longer')
    .option('--no-ssh-keys', 'it takes no SSH keys')
    .action(async (key: string, options: RegisterOptions) => {
      const { name, group, file, url, sha256, minimumRam: minimumRamGb, sshKeys: sshKeysSupport } = options;
      if (file === undefined && url === undefined) throw new Refusal('Where is it? --file PATH or --url ADDRESS.');
      const image: NewImage = { key, name, group, file, url, sha256, minimumRamGb, sshKeysSupport, eol: options.eol === true };
      const id = await registerFromOutside(homeAt(options.home), image);
      console.log(`Image ${id} (${key}) is on sale.`);
    });
}

interface SetOptions extends WithHome {
  name?: string;
  eol?: boolean;
  minimumRam?: number;
}

function setCommand(): Command {
  return new Command('set')
    .description('change what the catalogue says of an image')
    .argument('<key>')
    .addOption(homeOption())
    .addOption(new Option('--name <name>', 'its name for customers').argParser(parseName))
    .option('--eol', 'its maker supports it no longer')
    .option('--no-eol', 'it is supported')
    .addOption(new Option('--minimum-ram <gb>', 'GB of memory it needs').argParser(parseRam))
    .action(async (key: string, { home, name, eol, minimumRam }: SetOptions) =>
      change(home, key, { name, eol, minimumRamGb: minimumRam }),
    );
}

function saleCommand(word: string, description: string, onSale: boolean): Command {
  return new Command(word)
    .description(description)
    .argument('<key>')
    .addOption(homeOption())
    .action(async (key: string, { home }: WithHome) => change(home, key, { onSale }));
}

async function change(home: string | undefined, key: string, wanted: ImageChange): Promise<void> {
  await changeImage(homeAt(home), key, wanted);
  console.log(`Image ${key} is changed.`);
}

const parseRam = parseWhole('Memory in GB', 1, MOST_RAM_GB);

function parseSha256(text: string): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('A sha256 has 64 hexadecimal digits.');
}
