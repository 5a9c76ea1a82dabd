/** The version of the code that the About dialog shows and every report of an error carries. */
export const VERSION = 'v1.4.10'
