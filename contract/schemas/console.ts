import { z } from 'zod';
import { about, Time } from './primitives.ts';

export const Console = z
  .strictObject({
    url: z
      .string()
      .meta(
        about(
          'WebSocket that uses the RFB protocol (VNC), such as for noVNC. No password is needed.',
          'wss://api.example.com/v1/console/4rSDW7xN0cq2vDbmSyZ1jA',
        ),
      ),
    viewer_url: z
      .string()
      .describe(
        'Page that shows the console in a browser, with keyboard, Ctrl-Alt-Del, text input and full screen. The page uses up `url`.',
      )
      .meta(
        about(
          'Page that shows the console in a browser, with keyboard, Ctrl-Alt-Del, text input and full screen. The page uses up `url`.',
          'https://api.example.com/console#4rSDW7xN0cq2vDbmSyZ1jA',
        ),
      ),
    expires_at: Time.describe('Latest time to open the console, which can be opened once.'),
  })
  .meta({ id: 'Console', description: 'Secret addresses of screen, keyboard and mouse.' });
export type Console = z.infer<typeof Console>;
