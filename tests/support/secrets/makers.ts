import { confirmEmail } from '#server/accounts/emails/confirm-email.ts'
import { requestEmailChange } from '#server/accounts/emails/own-email.ts'
import { confirmTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { startPasskeySignIn } from '#server/accounts/factors/passkeys.ts'
import { listFactors } from '#server/accounts/factors/queries.ts'
import { finishWithCode } from '#server/accounts/factors/second-step.ts'
import { findAccount } from '#server/accounts/find-account.ts'
import { invitePeople } from '#server/accounts/invitations/commands.ts'
import { resetPassword, sendResetLink } from '#server/accounts/passwords/reset.ts'
import { impersonate } from '#server/accounts/sign-in/impersonation.ts'
import { addDeviceMark, findDeviceMark } from '#server/accounts/sign-in/known-device.ts'
import { openEntry } from '#server/accounts/sign-in/operator-entry.ts'
import { issueTicket } from '#server/accounts/sign-in/ticket.ts'
import { verifyPassword } from '#server/accounts/sign-in/verify-password.ts'
import { providerAccess, saveProvider } from '#server/accounts/social/providers.ts'
import { readAnswerPage } from '#server/answers/links/commands.ts'
import { createAnswerLinks } from '#server/answers/links/store.ts'
import { resetFeed } from '#server/calendar/feed/commands.ts'
import { findFeed } from '#server/calendar/feed/queries.ts'
import { startSearch } from '#server/cover/control.ts'
import { readCoverPage } from '#server/cover/links/commands.ts'
import { coverToken } from '#server/cover/links/token.ts'
import { derivedCode } from '#server/engine/kernel/derive.ts'
import { invitationToken } from '#server/operators/invitation-token.ts'
import { findInvitation } from '#server/operators/invitations.ts'
import { findOperatorByCookie, openOperatorSession } from '#server/operators/session.ts'
import { emailUidOf, getEmailSettings } from '#server/people/email-settings/commands.ts'
import { changeOwnPhone, checkOwnPhone } from '#server/people/phone/commands.ts'
import { inviteOperator } from '#server/platform/operators.ts'
import { createProductCollections } from '#server/registry.ts'
import { proposeSwap } from '#server/swaps/commands.ts'
import { readSwapPage } from '#server/swaps/links/commands.ts'
import { swapToken } from '#server/swaps/links/token.ts'
import { readHoldPage } from '#server/waiting/links/commands.ts'
import { holdToken } from '#server/waiting/links/token.ts'
import { accountPartsOf, codeOf, DEVICE, type Mailboxes, openFor, ownAccountOf, PASSWORD } from '../accounts.ts'
import type { Api } from '../api.ts'
import { memberActor, SYSTEM, type World } from '../world.ts'
import type { Subject } from './events.ts'

export type Alive = () => Promise<boolean>

const works = (work: Promise<unknown>) =>
  work.then(
    (result) => Boolean(result),
    () => false,
  )

/**
 * A maker for each row of the table of secrets: gives the subject a secret, and checks later whether it still works.
 */
export function secretMakers(
  world: World,
  api: Api,
  mail: Mailboxes,
): Record<string, (who: Subject) => Promise<Alive>> {
  const parts = {
    ...accountPartsOf(world),
    codeCountries: ['GB'],
    get secret() {
      return api.context.config.SESSION_SECRET
    },
  }
  const engine = createProductCollections()
  const ok = async (answer: Promise<{ status: number }>) => (await answer).status < 300
  const own = (who: Subject) => ownAccountOf(world, who.site, who.person)
  const asks = (who: Subject, headers: Record<string, string>, path = '/auth/user') =>
    ok(api.call(who.site, { method: 'GET', path, headers }))
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const made = async (who: Subject, collection: string, row: Record<string, unknown>) => {
    const { session } = await own(who)
    const answer = await world.act(who.site, session.actor, (ctx) => engine.create(ctx, collection, [row]))
    return Object.values(JSON.parse(answer).results[collection])[0] as Record<string, string>
  }
  const accountNow = async (who: Subject) =>
    (
      await world.superuser.query('select id::float8, email, auth_epoch from identity.accounts where id = $1', [
        who.account,
      ])
    ).rows[0] as { id: number; email: string; auth_epoch: number } | undefined

  const ahead = (days: number) => new Date(world.clock.epochMs() + days * 86_400_000)
  const shiftOf = async ({ site, person }: Pick<Subject, 'site' | 'person'>) => {
    const times = { start: ahead(2), end: ahead(3) }
    const event = await world.insert(site, 'events', { name: 'Race', ...times })
    const row = { event: event.id, person: person.id, draft: world.clock.now(), ...times }
    return { shift: (await world.insert(site, 'shifts', row)).id }
  }

  const entered = (who: Subject) => ({ site: who.site, clock: world.clock })
  /** Lets the subject enter their own club as an operator, in the name of another admin. */
  const entryOf = async (who: Subject) => {
    await world.superuser.query('insert into platform.operators (account_id) values ($1) on conflict do nothing', [
      who.account,
    ])
    const { auth_epoch: epoch } = (await accountNow(who))!
    const { session } = (await findOperatorByCookie(
      parts,
      await openOperatorSession(parts, { account: who.account, epoch }, DEVICE),
    ))!
    const admin = await world.makePerson(who.site, { role: 'admin' })
    const by = { account: who.account, ip: null, session }
    return api.context.console.enter(by, who.site.slug, { reason: 'A question', admin: admin.email })
  }

  return {
    'session cookie': async (who) => {
      const { cookie } = await openFor(world, who.site, who.person)
      return () => asks(who, { cookie: `__Host-sid=${cookie}` })
    },
    'access token': async (who) => {
      const { access } = await openFor(world, who.site, who.person)
      return () => asks(who, bearer(access))
    },
    'refresh token': async (who) => {
      const { refresh } = await openFor(world, who.site, who.person)
      return () => ok(api.call(who.site, { method: 'POST', path: '/auth/refresh', body: { refresh } }))
    },
    'session as a member': async (who) => {
      const { session } = await own(who)
      const member = await world.makePerson(who.site)
      const acting = await world.act(who.site, session.actor, (ctx) => impersonate(ctx, member.id, DEVICE))
      return () => asks(who, bearer(acting.access))
    },
    'reset link': async (who) => {
      await sendResetLink(parts, who.site, who.person.email)
      const token = String(await mail.link(who.person.email, 'account.reset'))
      return () => works(resetPassword(parts, who.site, { token, password: 'yet another password' }, DEVICE))
    },
    'invitation of a person': async (who) => {
      const { session } = await own(who)
      await world.act(who.site, session.actor, (ctx) => invitePeople(ctx, parts, [who.person.id]))
      const token = String(await mail.link(who.person.email, 'account.invitation'))
      return () => works(resetPassword(parts, who.site, { token, password: 'yet another password' }, DEVICE))
    },
    'link to a new address': async (who) => {
      const email = `next-${who.person.email}`
      await requestEmailChange(parts, await own(who), { email, password: PASSWORD }, DEVICE)
      const token = String(await mail.link(email, 'account.email_confirm'))
      const confirm = (password: string) =>
        works(confirmEmail(parts, who.site, { token, password, actor: { kind: 'nobody' } }, DEVICE))
      return async () => (await confirm(PASSWORD)) || (await confirm(who.newPassword))
    },
    'phone code': async (who) => {
      const phone = '+447700900123'
      await changeOwnPhone(parts, await own(who), { phone })
      const { rows } = await world.superuser.query('select secret_id from core.phone_codes where person = $1', [
        who.person.id,
      ])
      const verify_code = derivedCode(parts.secret, 'phone-code', rows[0].secret_id)
      return async () => {
        const again = await own(who).catch(() => null)
        return (
          again !== null &&
          works(checkOwnPhone(parts, again, { phone, verify_code, sms_notifications: true }).then(() => true))
        )
      }
    },
    'second-step ticket': async (who) => {
      const key = await startTotpSetup(parts, who.account)
      const [paper = ''] = (await confirmTotp(parts, who.account, codeOf(world, key))) ?? []
      const { auth_epoch: epoch } = (await accountNow(who))!
      const ticket = issueTicket(parts.secret, {
        account: who.account,
        site: who.site.id,
        epoch,
        now: world.clock.now(),
      })
      return () => works(finishWithCode(parts, who.site, { ticket, code: paper }, DEVICE))
    },
    'passkey challenge': async (who) => {
      const rp = { id: 'localhost', name: 'Club', origin: 'http://localhost' }
      await startPasskeySignIn(parts, rp, who.site.id, { account: who.account, ticket: 'first' })
      return () => exists('identity.tickets where account_id = $1', who.account, who)
    },
    'key of an app being set up': async (who) => {
      const key = await startTotpSetup(parts, who.account)
      return () => works(confirmTotp(parts, who.account, codeOf(world, key)))
    },
    'passkey, app, recovery codes': async (who) => {
      await confirmTotp(parts, who.account, codeOf(world, await startTotpSetup(parts, who.account)))
      return async () => (await listFactors(parts, who.account)).recovery_codes > 0
    },
    password: async (who) => async () => {
      const email = (await accountNow(who))?.email
      return email !== undefined && works(verifyPassword(parts, who.site, { email, password: PASSWORD }, DEVICE))
    },
    'known-device mark': async (who) => {
      const mark = addDeviceMark(parts.secret, who.site.id, who.person.email, null)
      return async () => findDeviceMark(parts.secret, who.site.id, who.person.email, mark) !== null
    },
    'calendar feed': async (who) => {
      const { session } = await own(who)
      const secret = await world.act(who.site, session.actor, resetFeed)
      return () => works(world.withSite(who.site.id, (db) => findFeed(db, secret, world.clock.now())))
    },
    'link to email preferences': async (who) => {
      const uid = await world.withSite(who.site.id, (db) => emailUidOf(db, who.person.id))
      return () => works(world.withSite(who.site.id, (db) => getEmailSettings(db, uid)))
    },
    'link that answers for a shift': async (who) => {
      const { shift } = await shiftOf(who)
      const asks = { key: 'a', channel: 'email' as const, person: who.person.id, shifts: [shift] }
      const links = await world.withSite(
        who.site.id,
        (db) =>
          createAnswerLinks(parts.secret)(db, who.site, [{ ...asks, ends_at: ahead(2).toISOString() }], {
            ...{ origin: 'https://club.example', now: world.clock.now() },
          }),
        { access: 'write' },
      )
      const token = links.get('a')?.split('/').at(-1) ?? ''
      return () => works(world.act(who.site, SYSTEM, (ctx) => readAnswerPage(ctx, parts.secret, token)))
    },
    'link of a request to cover': async (who) => {
      const { shift } = await shiftOf({ ...who, person: await world.makePerson(who.site) })
      const { id } = await world.act(who.site, SYSTEM, (ctx) => startSearch(ctx, shift))
      const channel = { rung: 1, channel: 'email', asked_at: world.clock.now() }
      const ask = await world.insert(who.site, 'coverasks', { cover: id, person: who.person.id, ...channel })
      const { rows } = await world.superuser.query('select uid from core.coverasks where id = $1', [ask.id])
      const token = coverToken(parts.secret, rows[0].uid)
      return () => works(world.act(who.site, SYSTEM, (ctx) => readCoverPage(ctx, parts.secret, token)))
    },
    'link of an offer from a waiting list': async (who) => {
      const { shift } = await shiftOf(who)
      const { id: assignment } = await world.insert(who.site, 'assignments', { name: `Helm ${shift}` })
      const opened = 'update core.shifts set assignment = $2, person = null where id = $1 returning event'
      const [{ event }] = (await world.superuser.query(opened, [shift, assignment])).rows
      const now = world.clock.now()
      const place = await world.insert(who.site, 'waiting', {
        ...{ event, assignment, person: who.person.id, looked_at: now, created_at: now },
      })
      const { rows } = await world.superuser.query(
        `insert into core.waitingoffers (site_id, waiting, shift, exclusive, hold_until, offered_at, start, "end", location, role)
         select site_id, $2, id, true, start, $3, start, "end", location, role from core.shifts where id = $1 returning id`,
        [shift, place.id, now],
      )
      const target = { place: place.id, offer: Number(rows[0].id), shift, person: who.person.id }
      const token = holdToken(parts.secret, who.site.id, target)
      return () => works(world.act(who.site, SYSTEM, (ctx) => readHoldPage(ctx, parts.secret, token)))
    },
    'link of a question about a swap': async (who) => {
      const giver = await world.makePerson(who.site)
      const { shift } = await shiftOf({ ...who, person: giver })
      const input = { kind: 'hand_over' as const, shift, to: who.person.id, comments: '' }
      const swap = await world.act(who.site, memberActor(giver), (ctx) => proposeSwap(ctx, input))
      const { rows } = await world.superuser.query('select circle from core.swaps where id = $1', [swap])
      const target = { site: who.site.id, circle: Number(rows[0].circle), person: who.person.id }
      const token = swapToken(parts.secret, target)
      return () => works(world.act(who.site, SYSTEM, (ctx) => readSwapPage(ctx, parts.secret, token)))
    },
    'API key': async (who) => {
      const { key = '' } = await made(who, 'apikeys', { name: 'Script', scope: 'read' })
      return () => asks(who, bearer(key), '/people')
    },
    'kiosk pairing code': async (who) => {
      const { code } = await made(who, 'kiosks', { name: 'Door' })
      return () => ok(api.call(who.site, { method: 'POST', path: '/kiosk/pair', body: { code } }))
    },
    kiosk: async (who) => {
      const { code } = await made(who, 'kiosks', { name: 'Door' })
      const paired = await api.call(who.site, { method: 'POST', path: '/kiosk/pair', body: { code } })
      return () => asks(who, { 'x-kiosk-auth': JSON.parse(paired.text).secret }, '/kiosk/data')
    },
    undo: async (who) => {
      const { session } = await own(who)
      const { id } = await made(who, 'locations', { name: `Slip ${who.account}` })
      await world.act(who.site, session.actor, (ctx) => engine.remove(ctx, 'locations', Number(id)))
      return () => exists('core.undos where actor = $1', `person:${who.person.id}`)
    },
    "operator's session": async (who) => {
      await world.superuser.query('insert into platform.operators (account_id) values ($1)', [who.account])
      const { auth_epoch: epoch } = (await accountNow(who))!
      const cookie = await openOperatorSession(parts, { account: who.account, epoch }, DEVICE)
      return () => works(findOperatorByCookie(parts, cookie))
    },
    'entry of an operator': async (who) => {
      const token = await entryOf(who)
      return () =>
        works(world.withSite(who.site.id, (db) => openEntry({ db, ...entered(who) }, token), { access: 'write' }))
    },
    'session of an operator as an admin': async (who) => {
      const token = await entryOf(who)
      const cookie = await world.withSite(who.site.id, (db) => openEntry({ db, ...entered(who) }, token), {
        access: 'write',
      })
      return () => asks(who, { cookie: `__Host-sid=${cookie}` })
    },
    'invitation of an operator': async (who) => {
      await inviteOperator({ pool: world.pool('platform'), now: world.clock.now() }, who.person.email)
      const { rows } = await world.superuser.query('select id from platform.operator_invitations where email = $1', [
        who.person.email,
      ])
      return () => works(findInvitation(parts, invitationToken(parts.secret, rows[0].id), DEVICE))
    },
    'secret of a sign-in provider': async (who) => {
      const { session } = await own(who)
      const provider = {
        label: 'Id',
        issuer: 'https://id.example',
        client_id: 'x',
        client_secret: 'kept',
        active: true,
      }
      await world.act(who.site, session.actor, (ctx) => saveProvider(ctx, parts.secret, 'id', provider))
      return async () =>
        (await world.withSite(who.site.id, (db) => providerAccess(db, parts.secret, 'id'))).client_secret === 'kept'
    },
  }

  /** Whether a row that its answer removes still exists and, with `who`, whether that person can still sign in. */
  async function exists(from: string, value: unknown, who?: Subject): Promise<boolean> {
    const { rows } = await world.superuser.query(`select from ${from}`, [value])
    if (!who) return rows.length > 0
    const account = await findAccount(parts, who.site, who.person.email)
    const person = await world.superuser.query(
      'select is_active from core.people where account_id = $1 and site_id = $2',
      [account?.id ?? 0, who.site.id],
    )
    return rows.length > 0 && person.rows[0]?.is_active === true
  }
}
