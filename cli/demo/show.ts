/** Calls of the API that a person can paste into a shell. Pure. */

export interface ShowFacts {
  /** `http://127.0.0.1:7080` */
  url: string;
  /** A certificate that curl has to be told to trust. */
  certificate: string | null;
  /** Command that prints a token. */
  token: string;
  imageId: number;
  /** Key of the demo account. `null` where there is none. */
  sshKeyId: number | null;
}

/** The cheapest plan of the catalogue that a start seeds. */
const PLAN = 'nano';

/** Returns lines that take a token once, list the images, deploy a server and get it. */
export function callsToPaste({ url, certificate, token, imageId, sshKeyId }: ShowFacts): string[] {
  const curl = `curl -s${certificate ? ` --cacert ${certificate}` : ''} -H "$AUTH"`;
  // Without ssh-keygen there is no key, and guests are simulated: nobody can log in with this password.
  const access = sshKeyId === null ? { password: 'Only-to-try-1' } : { ssh_keys: [sshKeyId] };
  const order = { name: 'first', plan: PLAN, image_id: imageId, ...access };
  return [
    `AUTH="Authorization: Bearer $(${token})"; API=${url}/v1`,
    `${curl} $API/server-images`,
    `SERVER=$(${curl} -H 'Content-Type: application/json' -d '${JSON.stringify(order)}' $API/servers); echo "$SERVER"`,
    `ID=\${SERVER#*:}; ${curl} $API/servers/\${ID%%,*}`,
  ];
}
