// What a player in somebody else's page says beside the run itself.

export const embed = {
  opensLong: 'Open this run in Converge, in a new tab',
  position: ({ step, steps }: { step: number; steps: number }) => `step ${step} of ${steps}`,
  /** A parameter of the address whose value cannot be meant. */
  wrong: ({ parameter, found, choices, taken }: WrongValue) =>
    `${parameter}=${found} is not one of ${choices}. ${taken === null ? 'It is left out.' : `${taken} stands in its place.`}`,
  noScenario: 'The address of this frame has to name a scenario: embed.html?scenario=… with one of these.',
  unknownScenario: ({ found }: { found: string }) =>
    `scenario=${found} names no scenario. These are the ones there are.`,
  failed: ({ reason }: { reason: string }) => `The player could not be loaded. ${reason}`,
  isSandboxed:
    'This frame has no origin of its own (sandbox without allow-same-origin): the files of the player have to be served with Access-Control-Allow-Origin: *.',
  missed: ({ count }: { count: number }) =>
    count === 1
      ? 'One of your choices has no place in this design; the run goes on without it.'
      : `${count} of your choices have no place in this design; the run goes on without them.`,
};

interface WrongValue {
  readonly parameter: string;
  readonly found: string;
  readonly choices: string;
  readonly taken: string | null;
}
