/** Shapes of JSON columns. */

export interface RescueSeed {
  hostname: string;
  sshKeys: string[];
  /** Hash in the format of crypt(3). */
  passwordHash: string | null;
}
