/** Texts of the page that the printed link opens. */

export const texts = {
  signingIn: 'Signing in',
  failedTitle: 'This link does not work here',
  failed: 'It was used, it is older than an hour, or it was opened on another machine than the one that runs Innkeeper.',
  newLink: 'Make a new one there:',
  command: './innkeeper demo link',
  tunnelHint: 'If you connect by SSH, forward the port first, and then open the link on your computer:',
  tunnel: (port: string) => `ssh -L ${port}:127.0.0.1:${port} USER@HOST`,
  cookieTitle: 'The browser did not keep the sign-in',
  cookie:
    'This browser drops secure cookies over plain HTTP. Use Chromium or Firefox, or start Innkeeper with --listen for HTTPS.',
  toSignIn: 'Sign in another way',
} as const;
