import { confirmEmail } from '#server/accounts/emails/confirm-email.ts'
import { requestEmailChange } from '#server/accounts/emails/own-email.ts'
import { changeOwnPassword } from '#server/accounts/passwords/own-password.ts'
import { signOutEverywhere } from '#server/accounts/sessions/session-commands.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { erasePersonRows } from '#server/platform/erase-rows.ts'
import { removeOperator } from '#server/platform/operators.ts'
import { createProductCollections } from '#server/registry.ts'
import { accountPartsOf, DEVICE, givePassword, type Mailboxes, ownAccountOf, PASSWORD } from '../accounts.ts'
import type { Api } from '../api.ts'
import { type Person, SYSTEM, type World } from '../world.ts'

/** An admin of one club who is also a member of another, where the events happen if they can. */
export type Subject = { site: Site; other: Site; person: Person; there: Person; account: number; newPassword: string }

/** The events of the table of secrets, and a fresh subject for each cell. */
export function secretEvents(world: World, api: Api, mail: Mailboxes) {
  const parts = { ...accountPartsOf(world), secret: api.context.config.SESSION_SECRET }
  const engine = createProductCollections()
  let counter = 0

  const subject = async (site: Site, other: Site): Promise<Subject> => {
    counter += 1
    const email = `subject-${counter}@example.org`
    const person = await world.makePerson(site, { email, role: 'admin' })
    const there = await world.makePerson(other, { email })
    await givePassword(world, parts, email)
    return { site, other, person, there, account: Number(person.account_id), newPassword: 'another good password' }
  }
  const asSystem = (who: Subject, changes: Record<string, unknown>) =>
    world.act(who.site, SYSTEM, (ctx) => engine.update(ctx, 'people', [{ id: who.person.id, ...changes }]))

  const events: Record<string, (who: Subject) => Promise<unknown>> = {
    'signed out everywhere': async (who) => {
      const own = await ownAccountOf(world, who.other, who.there)
      await own.inSite(signOutEverywhere)
    },
    'password changed': async (who) => {
      const own = await ownAccountOf(world, who.other, who.there)
      await changeOwnPassword(parts, own, { password: PASSWORD, new_password: who.newPassword }, DEVICE)
    },
    'email changed': async (who) => {
      const email = `moved-${who.person.email}`
      await requestEmailChange(
        parts,
        await ownAccountOf(world, who.other, who.there),
        { email, password: PASSWORD },
        DEVICE,
      )
      const token = String(await mail.link(email, 'account.email_confirm'))
      await confirmEmail(parts, who.other, { token, password: PASSWORD, actor: { kind: 'nobody' } }, DEVICE)
    },
    demoted: async (who) => {
      await asSystem(who, { role: 'user' })
      await removeOperator({ pool: world.pool('platform') }, who.person.email).catch(() => {})
    },
    removed: (who) => asSystem(who, { is_active: false }),
    erased: (who) =>
      inTransaction<DB, void>(world.pool('platform'), 'write', {}, async (db) => {
        await erasePersonRows(db, who.site.id, who.person.id, world.clock.now())
        await erasePersonRows(db, who.other.id, who.there.id, world.clock.now())
      }),
  }
  return { subject, events }
}
