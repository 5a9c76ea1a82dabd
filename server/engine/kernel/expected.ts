export const REQUIRED = 'Required.'

/**
 * Builds the message of a schema for a value of another type: `REQUIRED` for one that was not sent, else what it must be,
 * also for null.
 * @param message such as "Must be a number.".
 */
export const expected = (message: string) => ({
  error: ({ input }: { input?: unknown }): string => (input === undefined ? REQUIRED : message),
})
