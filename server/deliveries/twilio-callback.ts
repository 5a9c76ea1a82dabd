import type { Config } from '#server/engine/kernel/config.ts'

/** Where Twilio reports what became of a text (app/web/provider-hooks.ts), as the worker gives it with each one. */
export const twilioCallback = (config: Pick<Config, 'publicOrigin'>, delivery: string, attempt: string) =>
  `${config.publicOrigin}/hooks/twilio?${new URLSearchParams({ delivery, attempt })}`
