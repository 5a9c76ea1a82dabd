import type { Kysely } from 'kysely'
import { normaliseText } from '#server/engine/kernel/composed-text.pure.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { demoAccounts } from './accounts.ts'
import type { Insert } from './bulk-insert.ts'
import type { DemoClub } from './club.ts'
import type { Random } from './random.ts'

export type DemoPeople = {
  admin: number
  member: number
  crew: number[]
  all: number[]
}

type Draft = { name: string; email: string; role: 'admin' | 'user' | 'new'; is_active: boolean; signsIn: boolean }

const DAY = 86_400_000
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', þ: 'th', ð: 'd', đ: 'd', æ: 'ae', ß: 'ss' }

/** Returns a mail address's local part for a name: lower-case ASCII letters, hyphens and dots. */
export const localPart = (name: string): string =>
  normaliseText(
    name.toLowerCase().replace(/[øłþðđæß]/g, (letter) => PLAIN[letter] ?? letter),
    'NFKD',
  )
    .replace(/\p{Mark}+/gu, '')
    .replace(/[^a-z-]+/g, '.')

/**
 * Creates a club's people with accounts. Only demo sign-ins get the password; existing accounts keep theirs.
 * @param hash of the password of all sign-ins.
 */
export async function makePeople(
  db: Kysely<DB>,
  insert: Insert,
  { club, hash, now, random }: { club: DemoClub; hash: string; now: Date; random: Random },
): Promise<DemoPeople> {
  const { slug } = club.site
  const ordinary = (name: string, over: Partial<Draft> = {}): Draft => {
    return { name, email: `${localPart(name)}@${slug}.test`, role: 'user', is_active: true, signsIn: false, ...over }
  }
  const drafts: Draft[] = [
    ordinary(club.admin, { email: `admin@${slug}.test`, role: 'admin', signsIn: true }),
    ordinary(club.member, { email: `member@${slug}.test`, signsIn: true }),
    ordinary('Robin Ashgrove', { email: 'both@watchbill.test', signsIn: true }),
    ...club.others.map((name, i) => ordinary(name, { role: i === 0 ? 'admin' : 'user', is_active: i % 23 !== 22 })),
    ...club.waiting.map((name, i): Draft => {
      const email = i === 0 ? { email: `newcomer@${slug}.test` } : {}
      return ordinary(name, { role: 'new', is_active: false, signsIn: i === 0, ...email })
    }),
  ]
  const accounts = await demoAccounts(
    db,
    drafts.map(({ email, signsIn }) => ({ email, password_hash: signsIn ? hash : null })),
  )
  const ids = await insert(
    'people',
    drafts.map(({ signsIn: _, ...person }, i) => {
      const phone = i < 2 || (person.role !== 'new' && random.chance(0.7)) ? `${club.phone}${100 + i}` : null
      const verified = i === 1 || (phone !== null && random.chance(0.6))
      const joined = new Date(now.getTime() - (person.role === 'new' ? 2 + (i % 3) : 90 + random.below(3000)) * DAY)
      return {
        ...person,
        account_id: accounts.get(person.email),
        phone,
        sms_verified: verified,
        sms_notifications: verified,
        email_reminders: i < 3 || !random.chance(0.06),
        email_newsletters: !random.chance(0.2),
        joined: joined.toISOString().slice(0, 10),
        created_at: joined,
        last_login:
          person.is_active && random.chance(0.6) ? new Date(now.getTime() - (1 + random.below(40)) * DAY) : null,
        notes: i % 13 === 7 ? 'Prefers to be asked by phone.' : '',
        tags: TAGS[random.below(12)] ?? [],
      }
    }),
  )
  const crew = ids.filter((_, i) => i !== 1 && drafts[i]!.is_active && drafts[i]!.role !== 'new')
  return { admin: ids[0]!, member: ids[1]!, crew, all: ids.filter((_, i) => drafts[i]!.role !== 'new') }
}

const TAGS: readonly string[][] = [['life member'], ['committee'], ['young leader'], ['keyholder', 'committee']]
