import { expect } from 'vitest'
import { derivedCode } from '#server/engine/kernel/derive.ts'
import { changeOwnPhone, checkOwnPhone } from '#server/people/phone/commands.ts'
import { phoneChange, phoneCheck } from '#server/people/phone/contract.ts'
import { accountPartsOf, ownAccountOf, queuedNotices, realLimits } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/fixture.ts'
import { NOTICE_SECRET } from '#tests/support/messages/messaging.ts'

const NOON = new Date('2027-03-02T12:00:00Z')
const PHONE = '+447911123456'

const test = base
  .extend('startsAt', { scope: 'file' }, () => NOON)
  .extend('limits', { scope: 'file' }, async ({ world }, { onCleanup }) => {
    const limits = realLimits(world)
    onCleanup(() => limits.close())
    return limits
  })
  .extend('site', ({ world }) => world.makeSite({ sms_enabled: true, prefix: 'HSC' }))
  .extend('unlimited', { scope: 'file' }, ({ world }) => () => ({
    limits: accountPartsOf(world).limits,
    secret: NOTICE_SECRET,
    codeCountries: ['GB', 'AU'],
  }))
  .extend('makeMember', ({ site, world }) => async (of = site) => {
    const person = await world.makePerson(of)
    return { person, own: await ownAccountOf(world, of, person) }
  })
  .extend(
    'stored',
    { scope: 'file' },
    ({ world }) =>
      async (id: number) =>
        (
          await world.superuser.query('select phone, sms_verified, sms_notifications from core.people where id = $1', [
            id,
          ])
        ).rows[0],
  )
  .extend(
    'codes',
    ({ site, world }) =>
      async (of = site) =>
        (await queuedNotices(world, of)).filter(({ kind }) => kind === 'account.phone_code'),
  )
  .extend('lastCode', ({ site, codes }) => async (of = site) => {
    const derive = (await codes(of)).at(-1)?.facts.derive
    if (!derive) throw new Error('No code was sent.')
    return derivedCode(NOTICE_SECRET, derive.purpose, derive.id)
  })

const refusal = (text: RegExp) => ({ extras: { issues: { verify_code: [expect.stringMatching(text)] } } })

test('where SMS is on, the number becomes the person’s by its code alone, with the chosen switch', async ({
  makeMember,
  unlimited,
  stored,
  codes,
  lastCode,
  world,
}) => {
  const { person, own } = await makeMember()
  expect(await changeOwnPhone(unlimited(), own, { phone: PHONE })).toEqual({ verify: true })
  expect(await stored(person.id)).toMatchObject({ phone: null, sms_verified: false })
  expect(await codes()).toMatchObject([{ channel: 'sms', facts: { to: PHONE } }])
  const verify_code = await lastCode()
  expect(verify_code).toMatch(/^\d{6}$/)
  expect(JSON.stringify((await world.superuser.query('select * from core.phone_codes')).rows)).not.toContain(
    verify_code,
  )
  await checkOwnPhone(unlimited(), own, { phone: PHONE, verify_code, sms_notifications: true })
  expect(await stored(person.id)).toEqual({ phone: PHONE, sms_verified: true, sms_notifications: true })
  await expect(checkOwnPhone(unlimited(), own, { phone: PHONE, verify_code })).rejects.toMatchObject(
    refusal(/new code/),
  )
})

test('where SMS is off, the number is stored immediately and no code is sent', async ({
  world,
  makeMember,
  unlimited,
  stored,
  codes,
}) => {
  const off = await world.makeSite({ sms_enabled: false })
  const { person, own } = await makeMember(off)
  expect(await changeOwnPhone(unlimited(), own, { phone: '+35312345678' })).toEqual({ verify: false })
  expect(await stored(person.id)).toEqual({ phone: '+35312345678', sms_verified: false, sms_notifications: false })
  expect(await codes(off)).toEqual([])
  await changeOwnPhone(unlimited(), own, { phone: null })
  expect((await stored(person.id)).phone).toBeNull()
})

test('where SMS is on, a number that cannot receive codes is kept unverified, with a hint', async ({
  makeMember,
  unlimited,
  stored,
  codes,
}) => {
  const { person, own } = await makeMember()
  for (const phone of ['+353871234567', '+4915112345678', '+16502530000', '+819012345678']) {
    const answer = await changeOwnPhone(unlimited(), own, { phone })
    expect(answer).toEqual({ verify: false, detail: expect.stringContaining('saved but not verified') })
    expect(await stored(person.id)).toEqual({ phone, sms_verified: false, sms_notifications: false })
  }
  expect(await codes()).toEqual([])
})

test('the operator configures where codes are sent', async ({ makeMember, unlimited, codes }) => {
  const { own } = await makeMember()
  const irish = { ...unlimited(), codeCountries: ['IE'] }
  expect(await changeOwnPhone(irish, own, { phone: '+353871234567' })).toEqual({ verify: true })
  expect(await codes()).toMatchObject([{ facts: { to: '+353871234567' } }])
  expect(await changeOwnPhone(irish, own, { phone: PHONE })).toMatchObject({
    detail: expect.stringContaining('mobile numbers in: Ireland.'),
  })
})

test('a landline, and a number of no country, is stored without a code: the pattern alone refuses', async ({
  makeMember,
  unlimited,
  stored,
  codes,
  world,
}) => {
  const here = await makeMember()
  const off = await makeMember(await world.makeSite({ sms_enabled: false }))
  for (const phone of ['+442071234567', '+447012345678', '+610412', '+61412', '+12', '+44770090012345']) {
    expect(await changeOwnPhone(unlimited(), here.own, { phone })).toMatchObject({
      verify: false,
      detail: expect.stringContaining('saved but not verified'),
    })
    expect(await changeOwnPhone(unlimited(), off.own, { phone })).toEqual({ verify: false })
    for (const { person } of [here, off]) expect(await stored(person.id)).toMatchObject({ phone, sms_verified: false })
  }
  expect(await codes()).toEqual([])
})

const WIDE = [
  '１２３４５６',
  '١٢٣٤٥٦',
  '𝟏𝟐𝟑𝟒𝟓𝟔',
  '12345é',
  '12345\u0301',
  '123\u200b56',
  '😀😀😀',
  '\ud80012345',
  '½½½½½½',
]

test('full-width digits are a valid code; other characters are a wrong code and never a failure', async ({
  makeMember,
  unlimited,
  lastCode,
  stored,
}) => {
  for (const odd of WIDE) {
    const { own } = await makeMember()
    await changeOwnPhone(unlimited(), own, { phone: PHONE })
    const asked = phoneCheck.safeParse({ phone: PHONE, verify_code: odd })
    if (asked.success)
      await expect(checkOwnPhone(unlimited(), own, asked.data)).rejects.toMatchObject(refusal(/correct/))
  }
  const { person, own } = await makeMember()
  await changeOwnPhone(unlimited(), own, { phone: PHONE })
  const wide = [...(await lastCode())].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join('')
  await checkOwnPhone(unlimited(), own, phoneCheck.parse({ phone: PHONE, verify_code: `　${wide} ` }))
  expect((await stored(person.id)).phone).toBe(PHONE)
})

test('a code counts for its person and its number, for five minutes and five tries', async ({
  makeMember,
  unlimited,
  lastCode,
  world,
  site,
}) => {
  const { own } = await makeMember()
  const { own: stranger } = await makeMember()
  await changeOwnPhone(unlimited(), own, { phone: PHONE })
  const code = await lastCode()
  const check = (verify_code: string, as = own, phone = PHONE) => checkOwnPhone(unlimited(), as, { phone, verify_code })
  await expect(check(code, own, '+447911123457')).rejects.toMatchObject(refusal(/not sent to/))
  await expect(check(code, stranger)).rejects.toMatchObject(refusal(/new code/))
  const wrong = code === '000000' ? '111111' : '000000'
  for (let n = 0; n < 5; n++) await expect(check(wrong)).rejects.toMatchObject(refusal(/isn’t correct/))
  await expect(check(code)).rejects.toMatchObject(refusal(/too many/i))

  await changeOwnPhone(unlimited(), own, { phone: PHONE })
  const next = await lastCode()
  const { rows } = await world.superuser.query('select expires_at from core.phone_codes where site_id = $1', [site.id])
  world.clock.set(new Date(rows[0].expires_at.getTime() + 1))
  await expect(check(next)).rejects.toMatchObject(refusal(/expired/))
})

test('parallel guesses get no more than five tries', async ({ makeMember, unlimited }) => {
  const { own } = await makeMember()
  await changeOwnPhone(unlimited(), own, { phone: PHONE })
  const answers = await Promise.allSettled(
    Array.from({ length: 30 }, () => checkOwnPhone(unlimited(), own, { phone: PHONE, verify_code: 'x' })),
  )
  const judged = answers.filter((a) => a.status === 'rejected' && /isn’t correct/.test(String(a.reason)))
  expect(judged).toHaveLength(5)
})

test('an old sign-in is enough: the code proves the number, and the owner is notified of each change by email', async ({
  makeMember,
  world,
  unlimited,
  site,
  lastCode,
}) => {
  const { person, own } = await makeMember()
  const mails = async () =>
    (await queuedNotices(world, site)).flatMap(({ kind, channel, email, facts }) =>
      kind === 'account.phone_changed' && email === person.email ? [`${channel}: ${facts.title}`] : [],
    )
  world.clock.set(new Date(NOON.getTime() + 11 * 60_000))
  const enter = async (phone: string) => {
    expect(await changeOwnPhone(unlimited(), own, { phone })).toEqual({ verify: true })
    await checkOwnPhone(unlimited(), own, { phone, verify_code: await lastCode() })
  }
  await enter(PHONE)
  expect(await mails()).toEqual(['email: Your phone number was changed'])
  await enter(PHONE)
  expect(await mails()).toHaveLength(1)
  await changeOwnPhone(unlimited(), own, { phone: '+353871234567' })
  expect(await mails()).toHaveLength(2)
  await changeOwnPhone(unlimited(), own, { phone: null })
  expect((await mails()).at(-1)).toBe('email: Your phone number was removed')
})

test('an invalid number is refused under the phone, and an empty one removes the number', () => {
  for (const phone of ['+', '+44 7911 123456', '07911123456', '+0447911', '+12345678901234567', 5, undefined])
    expect(phoneChange.safeParse({ phone }).success, String(phone)).toBe(false)
  expect(phoneChange.parse({ phone: '' })).toEqual({ phone: null })
  expect(phoneCheck.safeParse({ phone: PHONE, verify_code: ' ' }).success).toBe(false)
  expect(phoneCheck.parse({ phone: PHONE, verify_code: ' 123 456 ' }).verify_code).toBe('123456')
})

/** 10,000 by 60 people of each club with PROOF=1; by default enough to reach every limit. */
const [ATTEMPTS, PEOPLE] = process.env.PROOF ? [10_000, 60] : [1_500, 60]

/** The waits between two codes of an account, which are shorter than a day. */
const WAITS = [0, 1, 2].map((window) => `phone_code_send.${window}:%`)

test(`${ATTEMPTS} attempts by ${PEOPLE} people of two clubs to get codes within a day cost at most 250 messages, none outside the offered ranges`, async ({
  limits,
  world,
  makeMember,
  codes,
  site,
}) => {
  const parts = { limits, secret: NOTICE_SECRET, codeCountries: ['GB', 'AU'] }
  const other = await world.makeSite({ sms_enabled: true, prefix: 'RMR' })
  const people: Awaited<ReturnType<typeof makeMember>>[] = []
  while (people.length < 2 * PEOPLE) {
    const { person, own } = await makeMember()
    const there = await world.makePerson(other, { email: person.email })
    people.push({ person, own }, { person: there, own: await ownAccountOf(world, other, there) })
  }
  const strange = ['+881612345678', '+12025550123', '+61190012345', '+353871234567']
  let withoutCode = 0
  const attempt = async (n: number) => {
    const { own } = people[n % people.length]!
    const range = n % 2 ? '+4479' : '+6149'
    const phone = n % 5 === 0 ? strange[n % strange.length]! : `${range}${String(10_000_000 + n).slice(-7 - (n % 2))}`
    await changeOwnPhone(parts, own, { phone }).then(
      ({ detail }) => {
        if (detail) withoutCode += 1
      },
      (error) => expect(error.code).toBe('throttled'),
    )
  }
  for (let n = 0; n < ATTEMPTS; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, i) => attempt(n + i)))
    if (n % 300 === 0)
      await world.superuser.query('update platform.rate_limits set expire = 1 where key like any ($1)', [WAITS])
  }
  const sent = [...(await codes()), ...(await codes(other))]
  expect(sent.length).toBeGreaterThan(200)
  expect(sent.length).toBeLessThanOrEqual(250)
  expect(withoutCode).toBe(ATTEMPTS / 5)
  const each = new Map<string, number>()
  for (const { facts, email } of sent) {
    expect((facts as { to?: string }).to).toMatch(/^\+(447|614)/)
    each.set(email, (each.get(email) ?? 0) + 1)
  }
  expect(Math.max(...each.values())).toBeLessThanOrEqual(5)
  for (const of of [site, other]) {
    expect((await codes(of)).length).toBeLessThanOrEqual(125)
    const alarms = await world.superuser.query(
      "select * from core.audit where site_id = $1 and action = 'phone.alarm'",
      [of.id],
    )
    expect(alarms.rows.length).toBeGreaterThan(0)
  }
}, 300_000)
