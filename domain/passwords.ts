/** A guest's root password leaves the request only as a crypt(3) hash: it is never stored, logged or sent in clear. */
import { encrypt } from 'unixcrypt';

/** SHA-512 crypt (`$6$`, random salt, 5000 rounds), which every Linux guest reads. */
export function unixCrypt(password: string): string {
  return encrypt(password);
}
