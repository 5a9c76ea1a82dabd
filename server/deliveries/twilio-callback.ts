import type { Config } from '#server/engine/kernel/config.ts'

/**
 * Builds the address for Twilio's reports on a text (app/web/provider-hooks.ts), which the worker sends along with each one.
 */
export const twilioCallback = (config: Pick<Config, 'publicOrigin'>, delivery: string, attempt: string) =>
  `${config.publicOrigin}/hooks/twilio?${new URLSearchParams({ delivery, attempt })}`
