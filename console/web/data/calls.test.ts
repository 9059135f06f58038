import { expect, it } from 'vitest';
import { writeCall } from './calls.ts';

const BASE = 'https://host.example/v1';

it('writes a call with path and body in three forms, without a token', () => {
  const call = writeCall(BASE, 'updateServerHostname', { id: 7, hostname: 'web-1', reboot: true });
  expect(call.curl).toBe(
    [
      'curl -X PUT https://host.example/v1/servers/7/hostname \\',
      '  -H "Authorization: Bearer $INNKEEPER_TOKEN" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{"hostname":"web-1","reboot":true}'`,
    ].join('\n'),
  );
  expect(call.sdk).toBe('await client.updateServerHostname({ id: 7, hostname: "web-1", reboot: true });');
  expect(call.command).toBe('./innkeeper api updateServerHostname --id 7 --hostname web-1 --reboot');
});

it('quotes text that a shell would interpret', () => {
  const { curl, command } = writeCall(BASE, 'deployServer', { name: "it's; rm -rf /", plan: 'nano', dry_run: true });
  expect(command).toContain(`--name 'it'\\''s; rm -rf /'`);
  expect(curl).toContain('/servers?dry_run=true');
  expect(curl).toContain(`-d '{"name":"it'\\''s; rm -rf /","plan":"nano"}'`);
});

it('leaves out undefined fields', () => {
  expect(writeCall(BASE, 'startServer', { id: 7, nothing: undefined }).sdk).toBe('await client.startServer({ id: 7 });');
});

it('writes null, which empties a field', () => {
  const { curl, sdk, command } = writeCall(BASE, 'modifyServerIsos', { id: 7, primary_iso_id: null });
  expect(curl).toContain(`-d '{"primary_iso_id":null}'`);
  expect(sdk).toBe('await client.modifyServerIsos({ id: 7, primary_iso_id: null });');
  expect(command).toBe('./innkeeper api modifyServerIsos --id 7 --primary-iso-id null');
});

it('writes objects, and lists of them, as the JSON that the command reads', () => {
  const rule = { direction: 'in', protocol: 'tcp', ports: ['22'] };
  const { command } = writeCall(BASE, 'setFirewallRules', { id: 7, rules: [rule] });
  expect(command).toBe(`./innkeeper api setFirewallRules --id 7 --rules '[{"direction":"in","protocol":"tcp","ports":["22"]}]'`);
  const geo = { action: 'deny', countries: ['AQ'] };
  expect(writeCall(BASE, 'dryRunProtection', { id: 7, whitelist: ['192.0.2.1', '192.0.2.2'], geo }).command).toBe(
    `./innkeeper api dryRunProtection --id 7 --whitelist 192.0.2.1,192.0.2.2 --geo '{"action":"deny","countries":["AQ"]}'`,
  );
});

it('writes files of a form as paths, and text that begins with @ as text', () => {
  const input = { id: 7, message: '@here', attachments: ['boot.log', "it's.txt"] };
  const { curl, sdk, command } = writeCall(BASE, 'replyToTicket', input);
  expect(curl).toBe(
    [
      'curl -X POST https://host.example/v1/support/tickets/7/messages \\',
      '  -H "Authorization: Bearer $INNKEEPER_TOKEN" \\',
      '  --form-string message=@here \\',
      "  -F 'attachments[]=@boot.log' \\",
      `  -F 'attachments[]=@it'\\''s.txt'`,
    ].join('\n'),
  );
  expect(sdk).toBe(
    `await client.replyToTicket({ id: 7, message: "@here", attachments: [await openAsBlob("boot.log"), await openAsBlob("it's.txt")] });`,
  );
  expect(command).toBe(`./innkeeper api replyToTicket --id 7 --message @here --attachments 'boot.log,it'\\''s.txt'`);
});
