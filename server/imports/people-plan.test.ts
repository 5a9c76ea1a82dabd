import { describe, expect, it } from 'vitest'
import { fixture, NO_PEOPLE, peopleOf } from '#tests/support/import-files.ts'
import { importOptions, importPreview } from './contract.ts'
import type { ExistingPerson, PeopleFacts } from './people-plan.ts'
import { MESSAGES } from './rules.ts'

const ANN: ExistingPerson = {
  id: 7,
  email: 'ann@example.org',
  name: 'Ann Lee',
  phone: '+447000000001',
  role: 'user',
  is_active: true,
  tags: ['crew'],
  email_reminders: true,
  sms_notifications: false,
  joined: '2020-01-02',
  competencies: ['Helm'],
}
const withAnn = (change: Partial<ExistingPerson> = {}): PeopleFacts => ({
  people: [{ ...ANN, ...change }],
  competencies: ['Helm'],
})
const HEADER = 'name,email,phone,role,tags,competencies,email_reminders,sms_notifications,joined\n'
const errorsOf = (row: string) => peopleOf(HEADER + row).preview.rows[0]?.errors
const options = (given: object) => ({ options: importOptions.parse(given) })

describe('the harbour members', () => {
  const facts = (plan: ReturnType<typeof peopleOf>['plan']): PeopleFacts => ({
    competencies: plan.competencies,
    people: plan.creates.map(({ values, role }, i) => ({
      ...ANN,
      ...values,
      id: i + 1,
      role,
      tags: values.tags ?? [],
      email_reminders: values.email_reminders ?? true,
      sms_notifications: values.sms_notifications ?? false,
      joined: values.joined,
      competencies: plan.records
        .filter(({ person }) => 'email' in person && person.email === values.email)
        .map((r) => r.competency),
    })),
  })
  it('adds 140 new people, and none the second time', () => {
    const { preview, plan } = peopleOf(fixture('harbour-people'))
    expect(preview.counts).toEqual({ create: 140, update: 0, same: 0, error: 0, warning: 0 })
    expect(preview.creates.competencies?.sort()).toEqual([
      'Club Race Officer',
      'Powerboat Level 2',
      'Safety Boat Briefing',
    ])
    expect(importPreview.parse(preview)).toEqual(preview)
    const again = peopleOf(fixture('harbour-people'), facts(plan))
    expect(again.preview.counts).toEqual({ create: 0, update: 0, same: 140, error: 0, warning: 0 })
    expect([again.plan.creates, again.plan.updates, again.plan.records, again.plan.competencies]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect(again.preview.digest).toBe(preview.digest)
  })
  it('ignores the case of addresses', () => {
    const upper = fixture('harbour-people')
      .toString()
      .replace('gwen.zielinska@example.org', 'GWEN.Zielinska@Example.org')
    expect(peopleOf(upper, facts(peopleOf(fixture('harbour-people')).plan)).preview.counts.same).toBe(140)
  })
})

describe('rows', () => {
  it.each([
    [',a@b.c', { name: [MESSAGES.required] }],
    ['Ann,', { email: [MESSAGES.required] }],
    ['Ann,nope', { email: [MESSAGES.email] }],
    ['Ann,a@b.c,12345', { phone: [MESSAGES.phone] }],
    ['Ann,a@b.c,+44', { phone: [MESSAGES.phone] }],
    ['Ann,a@b.c,,owner', { role: [MESSAGES.role] }],
    ['Ann,a@b.c,,admin', { role: ['An import can’t make anyone an administrator.'] }],
    ['Ann,a@b.c,,,,,perhaps', { email_reminders: [MESSAGES.boolean] }],
    ['Ann,a@b.c,,,,,,,02/03/2020', { joined: [MESSAGES.date] }],
    ['Ann,a@b.c,,,,,,,2020-02-31', { joined: [MESSAGES.day] }],
    ['=1+1,a@b.c', { name: [MESSAGES.formula] }],
    ['Ann,a@b.c,,,=1', { tags: [MESSAGES.formula] }],
    [`${'x'.repeat(201)},a@b.c`, { name: ['Too long: 201 characters, at most 200.'] }],
    [`Ann,a@b.c,,,${'x'.repeat(51)}`, { tags: ['Too long: 51 characters, at most 50.'] }],
    ['Ann,a@b.c,,,,,,,,surplus', { non_field_errors: ['This row has 10 columns, but the header has 9.'] }],
    ['Ann,nope,12,x', { email: [MESSAGES.email], phone: [MESSAGES.phone], role: [MESSAGES.role] }],
  ])('%s', (row, errors) => expect(errorsOf(row)).toEqual(errors))
  it('accepts short rows where nothing is required', () => expect(errorsOf('Ann,a@b.c')).toEqual({}))
  it('names the other row of a repeated email', () => {
    const { rows, counts } = peopleOf(`${HEADER}Ann,a@b.c\n\nBob,A@B.C`).preview
    expect(rows[1]).toMatchObject({ line: 4, outcome: 'error', errors: { email: ['Same email as line 2.'] } })
    expect(counts).toMatchObject({ create: 1, error: 1 })
  })
  it('applies defaults to new people only', () => {
    const { plan } = peopleOf('name,email,phone\nAnn,Ann@Example.org,07000 000002')
    expect(plan.creates).toMatchObject([
      { role: 'user', values: { email: 'ann@example.org', phone: '+447000000002', tags: null } },
    ])
    expect(peopleOf('name,email\nAnn Lee,ann@example.org', withAnn({ role: 'admin' })).preview.counts.same).toBe(1)
  })
})

describe('known people', () => {
  const ann = (cells: string, facts = withAnn(), given: object = {}) => {
    const { preview, plan } = peopleOf(`${HEADER}${cells}`, facts, options(given))
    return { ...preview.rows[0]!, plan }
  }
  it('shows old and new values of updates', () => {
    const { outcome, changes, plan } = ann(
      'Ann Long,ANN@example.org,07000 000002,user,crew;Lead,Helm;RIB,no,yes,2021-03-04',
    )
    expect(outcome).toBe('update')
    expect(changes).toEqual({
      name: { from: 'Ann Lee', to: 'Ann Long' },
      phone: { from: '+447000000001', to: '+447000000002' },
      tags: { from: 'crew', to: 'crew; Lead' },
      competencies: { from: 'Helm', to: 'Helm; RIB' },
      email_reminders: { from: 'true', to: 'false' },
      sms_notifications: { from: 'false', to: 'true' },
      joined: { from: '2020-01-02', to: '2021-03-04' },
    })
    expect(plan.updates).toHaveLength(1)
    expect(plan.updates[0]?.set).not.toHaveProperty('competencies')
    expect(plan.records).toEqual([{ person: { id: 7 }, competency: 'RIB' }])
    expect(plan.competencies).toEqual(['RIB'])
  })
  it('keeps values for empty cells unless those delete', () => {
    expect(ann('Ann Lee,ann@example.org,,,,,,,').outcome).toBe('same')
    const emptied = ann('Ann Lee,ann@example.org,,,,,,,', withAnn(), { empty_deletes: true })
    expect(emptied.plan.updates).toEqual([{ line: 2, id: 7, set: { phone: null, joined: null, tags: [] } }])
    const missing = peopleOf('name,email\nAnn Lee,ann@example.org', withAnn(), options({ empty_deletes: true }))
    expect(missing.preview.counts.same).toBe(1)
  })
  it('keeps people unchanged when updates are off', () => {
    expect(ann('Ann Long,ann@example.org', withAnn(), { update_existing: false })).toMatchObject({
      outcome: 'same',
      plan: { updates: [] },
    })
  })
  it('makes administrators only when allowed, and never removes them', () => {
    expect(ann('Ann Lee,ann@example.org,,admin')).toMatchObject({ outcome: 'error', plan: { updates: [] } })
    expect(ann('Ann Lee,ann@example.org,,admin', withAnn(), { allow_admins: true }).plan.updates).toMatchObject([
      { set: { role: 'admin' } },
    ])
    const kept = ann('Ann Lee,ann@example.org,,user', withAnn({ role: 'admin' }), { allow_admins: true })
    expect(kept).toMatchObject({ outcome: 'same', warnings: ['Ann Lee stays an administrator'] })
  })
  it('approves people whose access the file names', () => {
    expect(ann('Ann Lee,ann@example.org,,user', withAnn({ role: 'new' })).changes).toEqual({
      role: { from: 'new', to: 'user' },
    })
    expect(ann('Ann Lee,ann@example.org,,', withAnn({ role: 'new' })).outcome).toBe('same')
  })
  it('keeps inactive people inactive', () => {
    expect(ann('Ann Lee,ann@example.org', withAnn({ is_active: false })).warnings).toEqual([
      'Ann Lee is not active and stays inactive',
    ])
  })
})

describe('the digest', () => {
  const digest = (bytes: string, rest = {}) => peopleOf(bytes, NO_PEOPLE, rest).preview.digest
  const base = 'name,email\nAnn,a@b.c'
  it('covers file, mapping and options', () => {
    expect(digest(base)).toMatch(/^[0-9a-f]{64}$/)
    expect(digest(base, { name: 'other.csv' })).toBe(digest(base))
    expect(digest(base, { mapping: { 0: 'name' } })).toBe(digest(base))
    const others = [`${base} `, base].map((bytes, i) => digest(bytes, i ? options({ empty_deletes: true }) : {}))
    expect(new Set([digest(base), ...others, digest(base, { mapping: { 0: 'ignore' } })]).size).toBe(4)
  })
})

it('reads no rows of a file with a problem', () => {
  const { preview } = peopleOf('name,phone\nAnn,07000 000002')
  expect(preview).toMatchObject({ rows: [], problems: [{ code: 'missing_column' }], file: { rows: 1 } })
})
