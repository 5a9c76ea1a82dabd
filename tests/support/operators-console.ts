import { Secret, TOTP } from 'otpauth'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { invitationToken } from '#server/operators/invitation-token.ts'
import { acceptInvitation } from '#server/operators/invitations.ts'
import { findOperatorByCookie } from '#server/operators/session.ts'
import {
  type ConsoleParts,
  finishOperatorTotpSetup,
  startOperatorTotpSetup,
  verifyOperatorPassword,
} from '#server/operators/sign-in.ts'
import { createConsole } from '#server/platform/console.ts'
import { inviteOperator } from '#server/platform/operators.ts'
import { BROWSER } from './accounts.ts'
import { test as base } from './fixture.ts'
import { log, type World } from './world.ts'

/** The console of the file's own world, and the usual actions of its operators. */
export const test = base.extend('host', { scope: 'file' }, ({ world }, { onCleanup }) => {
  const limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
  onCleanup(() => limits.close())
  return openConsole(world, {
    authPool: world.pool('auth'),
    clock: world.clock,
    passwords: createPasswords(),
    limits,
    secret: 'a secret of thirty-two characters',
  })
})

export type Host = ReturnType<typeof openConsole>

type Operator = { email: string; password: string; account_id: number }

function openConsole(world: World, parts: ConsoleParts) {
  const changed: string[] = []
  const console = createConsole(world.pool('platform'), world.clock, (slug) => void changed.push(slug), {
    quotas: { people: null, texts: null, emails: null, storage: null },
    domains: { baseDomain: 'localhost', dnsServers: ['127.0.0.1:9'] },
    senders: { domains: null, platformDomains: ['watchbill.example'] },
  })

  const invitationTo = async (email: string): Promise<string> => {
    const { rows } = await world.superuser.query('select id from platform.operator_invitations where email = $1', [
      email,
    ])
    return invitationToken(parts.secret, rows[0]?.id)
  }
  let counter = 0
  const operator = async (): Promise<Operator> => {
    counter += 1
    const email = `op${counter}@host.test`
    const password = 'a long enough password'
    await inviteOperator({ pool: world.pool('platform'), now: world.clock.now() }, email)
    await acceptInvitation(
      parts,
      { token: await invitationTo(email), password },
      { ...BROWSER, ip: `198.51.100.${counter}` },
    )
    // Removes the traces of this set-up, so that a test sees only its own.
    await world.superuser.query("delete from platform.operator_mails where kind in ('invitation', 'joined')")
    await world.superuser.query(
      "delete from platform.operator_acts where action in ('operator.invite', 'operator.accept')",
    )
    const { rows } = await world.superuser.query('select id::int from identity.accounts where email = $1', [email])
    return { email, password, account_id: rows[0].id as number }
  }

  const passMinutes = (n: number) => world.clock.set(new Date(world.clock.epochMs() + n * 60_000))
  const codeOf = (key: string) =>
    new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: world.clock.epochMs() })
  const givePassword = ({ email, password }: Pick<Operator, 'email' | 'password'>) =>
    verifyOperatorPassword(parts, { email, password }, BROWSER)
  const operatorOf = (cookie: string) => findOperatorByCookie(parts, cookie)
  const acts = async (account: number) =>
    (
      await world.superuser.query(
        'select action, site::int from platform.operator_acts where account_id = $1 order by id',
        [account],
      )
    ).rows

  /** Sets up an authenticator app as the second factor, which completes the sign-in. */
  const setUpApp = async (who: Operator) => {
    const { ticket } = await givePassword(who)
    const { secret: key } = await startOperatorTotpSetup(parts, ticket)
    return { key, ...(await finishOperatorTotpSetup(parts, { ticket, code: codeOf(key) }, BROWSER)) }
  }

  const signedIn = async () => {
    const made = await operator()
    const { key, cookie, recovery_codes } = await setUpApp(made)
    passMinutes(1)
    return { ...made, key, cookie, recovery_codes: recovery_codes ?? [] }
  }

  return { parts, console, changed, operator, passMinutes, codeOf, givePassword, operatorOf, acts, setUpApp, signedIn }
}
