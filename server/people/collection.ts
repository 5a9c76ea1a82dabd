import { sql } from 'kysely'
import { actsInPerson, personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type Change, defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { expiresSql, newestSql } from '#server/records/current.ts'
import { applyAccessChanges } from './access-changes.ts'
import { emailBlockSql, isBlockedSql, smsBlockSql } from './blocked/block-sql.ts'
import { people } from './contract.ts'
import { makePending, refuseAccess, refuseOnAdmin } from './key-rights.ts'
import { adminProblem, LAST_ADMIN, lockAdmins } from './last-admin.ts'
import { ENDING_DAYS, UNSEEN_DAYS } from './page/contract.ts'
import { isCounted, peopleQuotaProblem } from './people-quota.ts'
import { applyPersonRules, isAdmin, OWN_ACCESS } from './rules.ts'
import { settingsSql } from './self/settings-sql.ts'

const EMAIL_TAKEN = 'A person with this email already exists.'

async function requireAdminLeft(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const losing = changes.filter(({ before, after }) => before && isAdmin(before) && !isAdmin(after))
  const gaining = changes.filter(({ before, after }) => isAdmin(after) && !(before && isAdmin(before))).length
  const ids = losing.flatMap(({ before }) => before?.id ?? [])
  const problem = await adminProblem(ctx.db, ctx.site.id, { losing: ids, gaining })
  if (!problem) return
  for (const { after, issues } of losing) addIssue(issues, after.role === 'admin' ? 'is_active' : 'role', problem)
}

/** Refuses people who become active beyond the site's quota: new, approved or enabled again. */
async function requireRoom(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const added = changes.filter(({ before, after }) => isCounted(after) && !(before && isCounted(before)))
  const freed = changes.filter(({ before, after }) => before && isCounted(before) && !isCounted(after)).length
  const problem = await peopleQuotaProblem(ctx, added.length - freed)
  if (!problem) return
  for (const { before, given, issues } of added) {
    const field = !before ? 'non_field_errors' : 'is_active' in given ? 'is_active' : 'role'
    addIssue(issues, field, problem)
  }
}

/**
 * Links a new person to the confirmed account of the email, else to this site's unconfirmed one. Does not change the
 * account's password or factors.
 */
const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  const deputy = !actsInPerson(ctx.actor)
  if (deputy) for (const change of changes) makePending(ctx.actor, change)
  const facts = { me: personOf(ctx.actor), today: dayOf(ctx.clock.now(), ctx.site.timezone) }
  for (const change of changes) applyPersonRules(change, facts)
  if (deputy) for (const change of changes) refuseAccess(ctx.actor, change)
  await requireAdminLeft(ctx, changes)
  await requireRoom(ctx, changes)
  const newPeople = changes.filter(({ before, given }) => !before && typeof given.email === 'string')
  const emails = newPeople.map(({ given }) => String(given.email))
  if (!emails.length) return
  const taken = await sql<{ email: string }>`select email from people where email = any (${emails}::text[])`.execute(
    ctx.db,
  )
  const knownEmails = new Set(taken.rows.map(({ email }) => email))
  for (const { given, issues } of newPeople) {
    const email = String(given.email)
    if (knownEmails.has(email)) addIssue(issues, 'email', EMAIL_TAKEN)
    knownEmails.add(email)
  }
  if (changes.some(({ issues }) => Object.keys(issues).length)) return
  const accounts = await sql<{
    email: string
    account_id: number
  }>`select email, account_id from identity.link_accounts(${emails}::text[])`.execute(ctx.db)
  const ids = new Map(accounts.rows.map(({ email, account_id }) => [email, account_id]))
  for (const { given, after } of newPeople) after.account_id = ids.get(String(given.email)) ?? null
}

const ACCESS_FIELDS = ['role', 'is_active']

const beforeWrite: Hooks['beforeWrite'] = async (ctx, { fields, removal }) => {
  if (removal || fields === 'all' || fields.some((name) => ACCESS_FIELDS.includes(name)))
    await lockAdmins(ctx.db, ctx.site.id)
}

const beforeRemove: Hooks['beforeRemove'] = async (ctx, row, all) => {
  refuseOnAdmin(ctx.actor, row)
  if (row.id === personOf(ctx.actor)) throw invalid({ non_field_errors: [OWN_ACCESS] })
  if (!isAdmin(row)) return
  const problem = await adminProblem(ctx.db, ctx.site.id, { losing: all })
  if (problem) throw invalid({ non_field_errors: [problem] })
}

const PUBLIC_FIELDS = ['id', 'name', 'avatar'] as const

const OWN_FIELDS = [
  ...PUBLIC_FIELDS,
  'email',
  'role',
  'is_active',
  'phone',
  'sms_verified',
  'email_notifications',
  'email_reminders',
  'email_newsletters',
  'sms_notifications',
  'cover_requests',
  'settings',
  'joined',
  'last_login',
  'tags',
  'hide_verify_phone',
] as const

const isSelf = (q: { t: string; me(): string }) => `${q.t}.id = ${q.me()}`

export const peopleCollection = defineCollection(people, {
  access: {
    admin: {
      update: {
        fields: [
          'name',
          'role',
          'is_active',
          'phone',
          'email_notifications',
          'email_reminders',
          'email_newsletters',
          'sms_notifications',
          'cover_requests',
          'joined',
          'notes',
          'tags',
          'hide_verify_phone',
        ],
      },
    },
    user: {
      read: {
        rows: (q) => `${q.t}.role <> 'new' or ${isSelf(q)}`,
        fields: PUBLIC_FIELDS,
        own: { rows: isSelf, fields: OWN_FIELDS },
      },
      update: { rows: isSelf, fields: ['name', 'hide_verify_phone'] },
    },
  },
  computed: {
    settings: ({ t }) => settingsSql(`${t}.settings`),
    email_blocked: ({ t }) => emailBlockSql(t),
    sms_blocked: ({ t }) => smsBlockSql(t),
  },
  sorted: { name: ({ t }) => `${t}.name_lower` },
  filters: {
    self: { kind: 'flag', sql: isSelf },
    /** The email bounced or was complained about, or the phone sent STOP. */
    blocked: { kind: 'flag', adminOnly: true, sql: ({ t }) => isBlockedSql(t) },
    /** The newest record of a competency has expired or soon will. */
    ending: {
      kind: 'flag',
      adminOnly: true,
      sql: ({ t, today }) => `exists (select from core.records ending where ending.person = ${t}.id
        and ${expiresSql('ending')} <= ${today()} + ${ENDING_DAYS} and ${newestSql('ending', today())})`,
    },
    unseen: {
      kind: 'flag',
      adminOnly: true,
      sql: ({ t, now }) => {
        const at = now()
        return `not exists (select from core.shifts seen where seen.person = ${t}.id and seen.draft is not null
          and seen.start <= ${at} and seen."end" >= ${at} - interval '${UNSEEN_DAYS} days')`
      },
    },
  },
  visibleOnly: ({ t }) => `${t}.is_active and ${t}.role <> 'new'`,
  privateColumns: ['account_id', 'sms_verified'],
  refusals: {
    people_email_key: ['email', EMAIL_TAKEN],
    people_account_key: ['email', EMAIL_TAKEN],
    people_last_admin: ['non_field_errors', LAST_ADMIN],
    people_phone_form: ['phone', 'Phone number must include the country code and not contain spaces.'],
  },
  hooks: { beforeWrite, applyRules, beforeRemove, aroundWrite: applyAccessChanges, notifies: true },
  auditValues: false,
  matchBy: ['email'],
  notForKeys: ['role'],
})
