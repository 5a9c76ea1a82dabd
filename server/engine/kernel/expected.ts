export const REQUIRED = 'Required.'

/**
 * Message of a schema for another type: `REQUIRED` for an absent value, else `message`, also for null.
 * @param message such as "Must be a number.".
 */
export const expected = (message: string) => ({
  error: ({ input }: { input?: unknown }): string => (input === undefined ? REQUIRED : message),
})
