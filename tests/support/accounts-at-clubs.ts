import { sendResetLink } from '#server/accounts/passwords/reset.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { accountPartsOf, createMailboxes } from './accounts.ts'
import { worldTest } from './fixture.ts'

/** The password that a stranger chose for another person's address, and its owner's password. */
export const STOLEN = 'chosen by the attacker'
export const OWN = 'chosen by the owner'

export const bearer = (access = '') => ({ authorization: `Bearer ${access}` })

/** For tests of account takeover: two clubs for each test, and what people do there by API and mail. */
export const test = worldTest
  .extend('parts', { scope: 'file' }, ({ world, api }) => ({
    ...accountPartsOf(world),
    secret: api.context.config.SESSION_SECRET,
  }))
  .extend('mail', { scope: 'file' }, ({ world, parts }) => createMailboxes(world, parts.secret))
  .extend('ask', { scope: 'file' }, ({ api }) => {
    const by =
      (method: string) =>
      (site: Site, path: string, body?: unknown, headers: Record<string, string> = {}) =>
        api.call(site, { method, path, body, headers })
    return { get: by('GET'), post: by('POST'), put: by('PUT'), delete: by('DELETE') }
  })
  .extend('signIn', { scope: 'file' }, ({ ask }) => async (site: Site, email: string, password: string) => {
    const { status, text } = await ask.post(site, '/auth/login', { email, password })
    return { status, ...JSON.parse(text) } as { status: number; access?: string; detail?: string }
  })
  /** Requests a password reset and follows its link, as the owner of the mailbox. */
  .extend('reset', { scope: 'file' }, ({ ask, mail, parts }) => async (site: Site, email: string, password: string) => {
    await sendResetLink(parts, site, email)
    return ask.put(site, '/password_reset/token', { token: await mail.link(email, 'account.reset'), password })
  })
  .extend(
    'personAt',
    { scope: 'file' },
    ({ world }) =>
      async (site: Site, email: string): Promise<{ id: number; account_id: number | null }> =>
        (
          await world.superuser.query(
            'select id::int, account_id::int from core.people where site_id = $1 and email = $2',
            [site.id, email],
          )
        ).rows[0],
  )
  /** The club where a stranger's registrations are approved, and another one. */
  .extend('club', ({ world }) => world.makeSite())
  .extend('otherClub', ({ world }) => world.makeSite())
  .extend(
    'adminOf',
    { scope: 'file' },
    ({ world, api }) =>
      async (site: Site) =>
        api.signIn(site, await world.makePerson(site, { role: 'admin' })),
  )
  .extend('clubAdmin', ({ adminOf, club }) => adminOf(club))
  .extend('otherAdmin', ({ adminOf, otherClub }) => adminOf(otherClub))
  /**
   * Registers another person's address with the stranger's password and has it approved.
   * @returns the stranger's session.
   */
  .extend('preRegister', ({ ask, personAt, signIn, club, clubAdmin }) => async (email: string) => {
    const registered = await ask.post(club, '/register', { email, name: 'Mallory', password: STOLEN })
    const { id } = await personAt(club, email)
    const approved = await ask.put(club, '/people', [{ id, is_active: true }], clubAdmin)
    const session = await signIn(club, email, STOLEN)
    if (registered.status !== 204 || approved.status !== 200 || session.status !== 200)
      throw new Error(`The stranger was not let in: ${registered.text} ${approved.text} ${session.detail}`)
    return bearer(session.access)
  })
