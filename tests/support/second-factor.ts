import { Secret, TOTP } from 'otpauth'
import type { World } from './world.ts'

/** What an authenticator app with this key shows now. */
export const codeOf = (world: Pick<World, 'clock'>, key: string): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.epochMs() })
