/** What lies in columns of JSON, where the code knows its shape. */

export interface RescueSeed {
  hostname: string;
  sshKeys: string[];
  /** crypt(3). */
  passwordHash: string | null;
}
