import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { type AccountNotice, queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { Limits } from '#server/engine/access/limits/limits.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { isDerivedCode } from '#server/engine/kernel/derive.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { sendStillDue } from '../blocked/commands.ts'
import type { PhoneChange, PhoneChanged, PhoneCheck } from './contract.ts'
import { acceptsCodes, CODE_MINUTES, codeProblem, dialCode, keptUnverified, REQUEST_NEW_CODE } from './rules.ts'

const PURPOSE = 'phone-code'

/** A suspicious number of a site's codes in one day: someone may be earning money with them. */
const ALARM_AT = 100

/** `codeCountries`: ISO 3166 codes of the countries that the operator allows. */
export type PhoneParts = { limits: Limits; secret: string; codeCountries: readonly string[] }

/** Opens short transactions; counters are read between them. */
type OwnPhone = { who: Omit<Ctx, 'db'>; inSite: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T> }

/**
 * Changes the acting person's phone. Where the site sends SMS, a number that can get codes is stored once its code is
 * entered; elsewhere, and for others such as landlines, it is stored immediately, unverified. Needs no password: the
 * code proves the number, and an email notifies the person.
 * @throws DomainError 'throttled'.
 */
export async function changeOwnPhone(
  { limits, codeCountries }: PhoneParts,
  own: OwnPhone,
  { phone }: PhoneChange,
): Promise<PhoneChanged> {
  const { who, inSite } = own
  const person = requirePerson(who.actor)
  refuseWhileImpersonating(who)
  const unverifiable = phone !== null && who.site.sms_enabled && !acceptsCodes(phone, codeCountries)
  if (phone === null || !who.site.sms_enabled || unverifiable) {
    await inSite((ctx) => storePhone(ctx, person, phone, { verified: false }))
    return { verify: false, ...(unverifiable && { detail: keptUnverified(codeCountries) }) }
  }
  await limits.take('phone_code_send', {
    site: who.site.id,
    account: accountKey(who, person),
    number: phone,
    country: dialCode(phone),
  })
  await inSite((ctx) => sendCode(ctx, person, phone))
  return { verify: true }
}

/** Counts by account, across sites; a person without one counts separately. */
const accountKey = ({ actor, site }: OwnPhone['who'], person: number) =>
  (actor.kind === 'person' && actor.person.account_id) || `${site.id}/${person}`

/** Replaces the person's earlier code. Derived when the message is written, so that nothing stores it. */
async function sendCode(ctx: Ctx, person: number, phone: string): Promise<void> {
  const now = ctx.clock.now()
  const expires_at = new Date(now.getTime() + CODE_MINUTES * 60_000)
  const code = { phone, secret_id: randomUUID(), tries: 0, created_at: now, expires_at }
  await ctx.db
    .insertInto('phone_codes')
    .values({ person, ...code })
    .onConflict((on) => on.columns(['site_id', 'person']).doUpdateSet(code))
    .execute()
  await queueNotices(ctx, {
    kind: 'account.phone_code',
    channel: 'sms',
    person,
    title: 'Your code',
    paragraphs: [`{code} is your code for ${ctx.site.prefix || ctx.site.name}. It works for ${CODE_MINUTES} minutes.`],
    to: phone,
    derive: { purpose: PURPOSE, id: code.secret_id },
    useful_until: expires_at,
  })
  await audit(ctx, { action: 'phone.code_sent', subject: 'people', subject_id: person })
  await raiseAlarm(ctx, now)
}

/** Writes one audit line and one log error per day. */
async function raiseAlarm(ctx: Ctx, now: Date): Promise<void> {
  const { rows } = await sql<{ sent: number; alarms: number }>`
    select count(*) filter (where action = 'phone.code_sent') as sent, count(*) filter (where action = 'phone.alarm') as alarms
    from audit where at > ${new Date(now.getTime() - 86_400_000)} and action in ('phone.code_sent', 'phone.alarm')`.execute(
    ctx.db,
  )
  const today = rows[0] ?? { sent: 0, alarms: 0 }
  if (today.sent < ALARM_AT || today.alarms > 0) return
  ctx.log.error({ site: ctx.site.id, codes: today.sent }, 'unusually many phone codes within a day')
  await audit(ctx, { action: 'phone.alarm', subject: 'sites', subject_id: ctx.site.id, details: { codes: today.sent } })
}

/**
 * Checks the code and stores the number. Counts a try before checking it, so that parallel guesses cannot exceed the
 * limit; the sixth is refused even when right.
 * @throws DomainError 'invalid' under `verify_code`, 'throttled'.
 */
export async function checkOwnPhone(
  { limits, secret }: Pick<PhoneParts, 'limits' | 'secret'>,
  own: OwnPhone,
  input: PhoneCheck,
): Promise<void> {
  const { who, inSite } = own
  const person = requirePerson(who.actor)
  refuseWhileImpersonating(who)
  const id = await inSite(async (ctx) => {
    const stored = await ctx.db
      .selectFrom('phone_codes')
      .select(['secret_id', 'phone', 'tries', 'expires_at'])
      .where('person', '=', person)
      .forUpdate()
      .executeTakeFirst()
    const problem = codeProblem(stored, input.phone, ctx.clock.now())
    if (!stored || problem) throw invalid({ verify_code: [problem ?? REQUEST_NEW_CODE] })
    await ctx.db
      .updateTable('phone_codes')
      .set({ tries: stored.tries + 1 })
      .where('person', '=', person)
      .execute()
    return stored.secret_id
  })
  await limits.take('phone_code_check', { site: who.site.id, code: id, person })
  if (!isDerivedCode(secret, PURPOSE, id, input.verify_code))
    throw invalid({ verify_code: ['This code isn’t correct.'] })
  await inSite(async (ctx) => {
    const used = await ctx.db
      .deleteFrom('phone_codes')
      .where('person', '=', person)
      .where('secret_id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!used) throw invalid({ verify_code: [REQUEST_NEW_CODE] })
    await storePhone(ctx, person, input.phone, { verified: true, sms: input.sms_notifications })
  })
}

async function storePhone(
  ctx: Ctx,
  person: number,
  phone: string | null,
  { verified, sms }: { verified: boolean; sms?: boolean | undefined },
): Promise<void> {
  const before = await ctx.db
    .selectFrom('people')
    .select(['phone', 'sms_verified'])
    .where('id', '=', person)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const changed = before.phone !== phone
  await ctx.db
    .updateTable('people')
    .set({
      phone,
      sms_verified: verified || (!changed && before.sms_verified),
      ...(sms === undefined ? {} : { sms_notifications: sms }),
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', person)
    .execute()
  if (!verified) await ctx.db.deleteFrom('phone_codes').where('person', '=', person).execute()
  if (verified && changed) await sendStillDue(ctx, person, 'sms')
  if (changed) await queueNotices(ctx, phoneNotice(ctx, person, phone))
  await audit(ctx, {
    action: verified ? 'phone.verify' : 'phone.change',
    subject: 'people',
    subject_id: person,
    details: { removed: phone === null },
  })
}

/** Notifies the owner of a changed number, since only their session was needed. */
const phoneNotice = ({ site, clock }: Ctx, person: number, phone: string | null): AccountNotice => {
  const what = phone === null ? 'removed' : 'changed'
  return {
    kind: 'account.phone_changed',
    person,
    title: `Your phone number was ${what}`,
    paragraphs: [
      `The phone number for your account at ${site.name} was ${what} on {at}.`,
      'If it wasn’t you, choose a new password straight away and tell the club.',
    ],
    times: { at: clock.now().toISOString() },
    action: { label: 'Choose a new password', path: '/password/reset/' },
  }
}
