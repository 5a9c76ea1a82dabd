import type { Config } from '#server/engine/kernel/config.ts'

export const twilioCallback = (config: Pick<Config, 'publicOrigin'>, delivery: string, attempt: string) =>
  `${config.publicOrigin}/hooks/twilio?${new URLSearchParams({ delivery, attempt })}`
