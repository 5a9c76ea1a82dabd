import { Secret, TOTP } from 'otpauth'
import { createLimits } from '#server/access/limits/limits.ts'
import { createPasswords } from '#server/accounts/password.ts'
import { operatorByCookie } from '#server/operators/session.ts'
import {
  beginOperatorApp,
  type ConsoleParts,
  finishOperatorApp,
  provePasswordOfOperator,
} from '#server/operators/sign-in.ts'
import { createConsole } from '#server/platform/console.ts'
import { createOperator } from '#server/platform/operators.ts'
import { DEVICE } from './sign-in.ts'
import { createWorld, log } from './world.ts'

/** The operators' console in a world of its own, with what its tests do all the time. */
export async function openConsole() {
  const world = await createWorld()
  const limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, on: true })
  const parts: ConsoleParts = {
    authPool: world.pool('auth'),
    clock: world.clock,
    passwords: createPasswords(),
    limits,
    secret: 'a secret of thirty-two characters',
  }
  const changed: string[] = []
  const consoleOf = createConsole(world.pool('platform'), world.clock, (slug) => void changed.push(slug))

  let counter = 0
  const operator = async () => {
    counter += 1
    const made = await createOperator(
      { pool: world.pool('platform'), passwords: parts.passwords },
      `op${counter}@host.test`,
    )
    return { ...made, password: made.password ?? '' }
  }
  type Made = Awaited<ReturnType<typeof operator>>

  const minutes = (n: number) => world.clock.set(new Date(world.clock.epochMs() + n * 60_000))
  const codeOf = (key: string) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.epochMs() })
  const first = ({ email, password }: { email: string; password: string }) =>
    provePasswordOfOperator(parts, { email, password }, DEVICE)
  const by = (cookie: string) => operatorByCookie(parts, cookie)
  const acts = async (account: number) =>
    (
      await world.superuser.query(
        'select action, site::int from platform.operator_acts where account_id = $1 order by id',
        [account],
      )
    ).rows

  /** Sets an app up as the second step, and is in. */
  const setUp = async (who: Made) => {
    const { ticket } = await first(who)
    const { secret: key } = await beginOperatorApp(parts, ticket)
    return { key, ...(await finishOperatorApp(parts, { ticket, code: codeOf(key) }, DEVICE)) }
  }

  /** An operator with an app, signed in. */
  const atConsole = async (who?: Made) => {
    const made = who ?? (await operator())
    const { key, cookie, recovery_codes } = await setUp(made)
    minutes(1)
    return { ...made, key, cookie, recovery_codes: recovery_codes ?? [] }
  }

  const close = async () => {
    await limits.close()
    await world.close()
  }
  return { world, parts, consoleOf, changed, operator, minutes, codeOf, first, by, acts, atConsole, setUp, close }
}
