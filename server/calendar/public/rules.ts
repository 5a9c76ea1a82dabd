/** Origins that may stand in a header: scheme, host, port, nothing else. Whatever is not one is left out. */
export const frameOrigins = (origins: readonly string[]): string[] =>
  origins
    .map((origin) => origin.trim().replace(/\/$/, ''))
    .filter((origin) => /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i.test(origin))
