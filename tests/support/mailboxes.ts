import { derivedToken } from '#server/engine/kernel/derive.ts'
import { invitationToken } from '#server/operators/invitation-token.ts'
import type { World } from './world.ts'

/** A mail as its receiver sees it: which site sent it (0 is the platform), of what kind, and the secret of its link. */
export type Mail = { site: number; kind: string; to: string; token: string | null }

type Position = { delivery: number; platform: number }

/** Opens empty mailboxes: only mails that are queued from now on arrive in them. */
export async function openMailboxes(world: World, secret: string) {
  const { rows } = await world.superuser.query<Position>(
    `select (select coalesce(max(id), 0) from core.deliveries)::int as delivery,
      (select coalesce(max(id), 0) from platform.operator_mails)::int as platform`,
  )
  return createMailboxes(world, secret, rows[0])
}

/** The mailboxes of the world: a mail that was queued for an address belongs to the owner of the address. */
export function createMailboxes(world: World, secret: string, since: Position = { delivery: 0, platform: 0 }) {
  const mails: Mail[] = []
  let { delivery, platform } = since
  const collect = async () => {
    const { rows } = await world.superuser.query(
      `select d.id::int, d.site_id::int as site, d.kind, coalesce(d.facts ->> 'to', p.email) as "to", d.facts -> 'derive' as derive
       from core.deliveries d join core.people p on p.site_id = d.site_id and p.id = d.person
       where d.id > $1 and d.channel = 'email' order by d.id`,
      [delivery],
    )
    for (const { id, derive, ...mail } of rows) {
      delivery = id
      mails.push({ ...mail, token: derive && derivedToken(secret, derive.purpose, derive.id) })
    }
    const invitations = await world.superuser.query(
      `select id::int, "to", kind, invitation from platform.operator_mails where id > $1 order by id`,
      [platform],
    )
    for (const { id, to, kind, invitation } of invitations.rows) {
      platform = id
      mails.push({ site: 0, kind: `operator.${kind}`, to, token: invitation && invitationToken(secret, invitation) })
    }
  }
  /** The links of these kinds that were sent to any of the addresses, the latest last. */
  const links = async (
    addresses: readonly string[],
    kinds: readonly string[],
  ): Promise<(Mail & { token: string })[]> => {
    await collect()
    return mails.flatMap(({ token, ...mail }) =>
      token && addresses.includes(mail.to) && kinds.includes(mail.kind) ? [{ ...mail, token }] : [],
    )
  }
  /** The secret of the latest link of a kind; null when none was sent. */
  const link = async (address: string, kind: string) => (await links([address], [kind])).at(-1)?.token ?? null
  return { link, links }
}

export type Mailboxes = ReturnType<typeof createMailboxes>
