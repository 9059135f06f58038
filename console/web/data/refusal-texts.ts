/** Texts about shell that several pages use. */

export const texts = {
  noConnection: 'No connection to the API. Try again when the page is live.',
  runsAlready: 'It runs already.',
  isOffAlready: 'It is off already.',
  mayNot: (roles: string) => `Your role does not allow this. These roles may: ${roles}.`,
  possibleAt: (time: string) => `Possible again at about ${time}.`,
} as const;
