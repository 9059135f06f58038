import { Option } from 'commander';

/** Every command's way to say which installation it means. */
export function homeOption(): Option {
  return new Option('--home <dir>', 'home directory (default: .innkeeper in the checkout)').env('INNKEEPER_HOME');
}

export interface WithHome {
  home?: string;
}
