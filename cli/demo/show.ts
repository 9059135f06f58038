/** Calls of the API that a person can paste into a shell. Pure. */

export interface ShowFacts {
  /** URL of the API, such as `http://127.0.0.1:7080`. */
  url: string;
  /** Certificate that curl must trust, or `null`. */
  certificate: string | null;
  /** Command that prints a token. */
  token: string;
  imageId: number;
  /** Key of the demo account, or `null` if there is none. */
  sshKeyId: number | null;
}

/** Cheapest plan of the seeded catalogue. */
const PLAN = 'nano';

/** Returns lines that take a token once, list the images, deploy a server and get it. */
export function callsToPaste({ url, certificate, token, imageId, sshKeyId }: ShowFacts): string[] {
  const curl = `curl -s${certificate ? ` --cacert ${certificate}` : ''} -H "$AUTH"`;
  // Without ssh-keygen, no key can be made. Guests are simulated then, so this password opens nothing.
  const access = sshKeyId === null ? { password: 'Only-to-try-1' } : { ssh_keys: [sshKeyId] };
  const order = { name: 'first', plan: PLAN, image_id: imageId, ...access };
  return [
    `AUTH="Authorization: Bearer $(${token})"; API=${url}/v1`,
    `${curl} $API/server-images`,
    `SERVER=$(${curl} -H 'Content-Type: application/json' -d '${JSON.stringify(order)}' $API/servers); echo "$SERVER"`,
    `ID=\${SERVER#*:}; ${curl} $API/servers/\${ID%%,*}`,
  ];
}
