import { expect, test } from 'vitest'
import type { Audience } from '#server/messages/audience/contract.ts'
import { audienceSchema } from '#server/messages/audience/contract.ts'
import { RULES } from '#server/messages/audience/rules.ts'
import { applyRule, hasRule, RULE_KINDS, ruleValues, withoutRule } from './rule-kinds.ts'
import { ruleText } from './rule-text.ts'

test('the screen offers each rule of the server, in its order and with its name', () => {
  expect(RULE_KINDS.map(({ label, keys }) => ({ label, keys }))).toEqual(
    RULES.map(({ label, keys }) => ({ label, keys })),
  )
})

const SAMPLES: Record<string, { audience: Audience; text: string }> = {
  everyone: { audience: { everyone: true }, text: 'Every active person' },
  shift: {
    audience: { event: 3, roles: [1, 2], shift_state: 'published' },
    text: 'Race 4, as Helm or Crew, published',
  },
  requested: { audience: { requested: { series: 5 } }, text: 'an event of Frostbite' },
  competencies: { audience: { competencies: [8] }, text: 'Holds Powerboat today' },
  competency: {
    audience: { competency: { competencies: [8], state: 'expires', within_days: 30 } },
    text: 'Holds Powerboat, expiring within 30 days',
  },
  availability: {
    audience: { availability: { day: '2027-06-05', state: 'if_required' } },
    text: 'Available only if required on 5 Jun 2027',
  },
  access_role: { audience: { access_role: 'admin' }, text: 'Admins' },
  tags: { audience: { tags: ['cadet', 'coach'] }, text: 'cadet or coach' },
  profile: { audience: { profile: { field: 4, value: 'Large' } }, text: 'Shirt: Large' },
  hours: {
    audience: { hours: { from: '2027-01-01', to: '2027-06-30', at_least: 5 } },
    text: 'At least 5 hours, 1 Jan 2027 to 30 Jun 2027',
  },
  shifts: {
    audience: { shifts: { from: '2027-01-01', to: '2027-06-30', at_least: 1, at_most: 3 } },
    text: 'At least 1 and at most 3 shifts, 1 Jan 2027 to 30 Jun 2027',
  },
  last_shift_before: { audience: { last_shift_before: '2027-01-01' }, text: 'None since 1 Jan 2027' },
  joined_since: { audience: { joined_since: '2027-01-01' }, text: 'On 1 Jan 2027 or later' },
  missed: { audience: { missed: 9 }, text: 'Race 4 is off' },
  listed: {
    audience: { view: 6, filters: { joined__gte: '2027-01-01' } },
    text: 'saved view Cadets, filtered by joined from 2027-01-01',
  },
}
const names = {
  events: { 3: 'Race 4' },
  series: { 5: 'Frostbite' },
  roles: { 1: 'Helm', 2: 'Crew' },
  competencies: { 8: 'Powerboat' },
  profilefields: { 4: 'Shirt' },
  messages: { 9: 'Race 4 is off' },
  savedviews: { 6: 'Cadets' },
}

test('each rule is described, round-trips through its form and can be removed', () => {
  for (const kind of RULE_KINDS) {
    const { audience, text } = SAMPLES[kind.key]!
    expect(ruleText(kind.key, audience, { names, dateFormat: 'D MMM YYYY' })).toBe(text)
    expect(audienceSchema.safeParse(audience).success).toBe(true)
    expect(hasRule(audience, kind)).toBe(true)
    expect(withoutRule({ ...audience, people: [1] }, kind)).toEqual({ people: [1] })
    if (kind.key === 'listed') continue
    expect(applyRule({ people: [1] }, kind, ruleValues(audience, kind))).toEqual({
      audience: { people: [1], ...audience },
    })
  }
})

test('an incomplete form reports the error at the field, and adds nothing that the server refuses', () => {
  for (const kind of RULE_KINDS) {
    const applied = applyRule({}, kind, ruleValues({}, kind))
    if ('errors' in applied) expect(kind.fields.map(({ name }) => name)).toContain(Object.keys(applied.errors)[0])
    else expect(audienceSchema.safeParse(applied.audience).success, kind.key).toBe(true)
  }
})
