import type { Chain } from '../chain.ts';
import type { GivenAccount } from '../given.ts';
import type { Recorder } from './recorder.ts';

/** Values that the parts of the walkthrough share. */
export interface Scene extends Recorder {
  chain: Chain;
  owner: GivenAccount;
  /** Id of the image that servers are deployed from. */
  image: number;
  /** Resolves when the customer's first server is active and unlocked. */
  settled(): Promise<void>;
}
