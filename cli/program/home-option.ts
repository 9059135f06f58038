import { Option } from 'commander';

/** Returns the option that selects the installation of a command. */
export function homeOption(): Option {
  return new Option('--home <dir>', 'home directory (default: .innkeeper in the checkout)').env('INNKEEPER_HOME');
}

export interface WithHome {
  home?: string;
}
