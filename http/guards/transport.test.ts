import { expect, it } from 'vitest';
import { openLab } from '../../lab/app.ts';

it('every client may use plain HTTP in the container of a trial', async () => {
  const trial = await openLab({ allowsPlainHttp: true });
  const reply = await trial.send({ url: '/v1/plans', remoteAddress: '192.0.2.1' });
  expect(reply.status).toBe(401);
  expect(reply.headers).not.toHaveProperty('strict-transport-security');
  await trial.close();
});
