/** The version of the code, in the About dialog and in every error report. */
export const VERSION = 'v1.4.10'
