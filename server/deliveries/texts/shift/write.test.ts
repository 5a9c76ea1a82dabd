import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { SHIFT_MESSAGE_KINDS, type ShiftMessageKind } from '#server/deliveries/contract.ts'
import { shiftDraft as draft, exampleShift as facts, siteFacts as site } from '#tests/support/messages/shift-drafts.ts'
import { writeShiftMessage as write } from './write.ts'

const SENTENCES: Record<ShiftMessageKind, string> = {
  'reminder.week': 'shift is in one week',
  'reminder.day': 'shift is tomorrow',
  'shift.assigned': 'are on a new shift',
  'shift.asked': 'Can you make this shift? Autumn Series',
  'shift.changed': 'shift has changed',
  'shift.cancelled': 'shift is no longer yours',
  'answer.nudge': 'reply about your shift',
}
const WEEK_BEFORE = new Date('2026-11-21T09:00:00Z')
const of = (kind: ShiftMessageKind) => draft({ kind, ...(kind === 'reminder.week' && { now: WEEK_BEFORE }) })
const calendarOf = (content: string) => new ICAL.Component(ICAL.parse(content))

describe.each(SHIFT_MESSAGE_KINDS)('%s', (kind) => {
  const message = write(of(kind))

  test('subject: event, date and time on the site’s clock', () => {
    expect(message.subject).toContain(SENTENCES[kind])
    expect(message.subject).toContain('Autumn Series, race 8')
    expect(message.subject).toContain('Sat 28 Nov 2026 09:00 – 13:30')
  })

  test('text and HTML have the same facts', () => {
    for (const fact of [
      'Autumn Series, race 8',
      'Start line · Assistant Race Officer',
      'Blyth Pontoon, Harbour Road 4',
    ]) {
      expect(message.text).toContain(fact)
      expect(message.html).toContain(fact)
    }
    expect(message.text).toContain('Hello Ann,')
    expect(message.text).toContain('09:00 – 13:30 (GMT)')
    expect(message.html).toContain('09:00&nbsp;– 13:30')
    expect(message.html.includes('See your shift')).toBe(kind !== 'shift.cancelled')
    expect(message.text.includes('/events/3')).toBe(kind !== 'shift.cancelled')
  })

  test('unsubscribing in one click, by stream', () => {
    const stream = kind.startsWith('reminder.') ? 'reminders' : 'notifications'
    const url = `https://harbour.watchbill.example/profile/emails/u-1?stream=${stream}`
    expect(message.headers).toEqual({
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(message.html).toContain(url)
    expect(message.text).toContain(url)
  })

  test('a calendar file for information only', () => {
    const [file] = message.attachments
    const calendar = calendarOf(String(file?.content ?? ''))
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as ICAL.Component)
    const cancelled = kind === 'shift.cancelled'
    expect(calendar.getFirstPropertyValue('method')).toBe(cancelled ? 'CANCEL' : 'PUBLISH')
    expect(file?.content_type).toContain(cancelled ? 'method=CANCEL' : 'method=PUBLISH')
    expect(event.component.getFirstPropertyValue('status')).toBe(cancelled ? 'CANCELLED' : 'CONFIRMED')
    expect(event.uid).toBe('shift-7@harbour.watchbill.example')
    expect(event.sequence).toBe(2)
    expect(file?.content).toMatch(
      /DTSTART;TZID=Europe\/London:20261128T090000\r\nDTEND;TZID=Europe\/London:20261128T133000/,
    )
    expect(file?.content).toContain(kind === 'reminder.week' ? 'DTSTAMP:20261121T090000Z' : 'DTSTAMP:20261127T090000Z')
    expect(file?.content).not.toMatch(/ATTENDEE|ORGANIZER/)
    expect(event.summary).toBe('Autumn Series, race 8: Start line · Assistant Race Officer')
  })
})

test('a shift within which the clocks change names both zones', () => {
  const items = [{ shift: facts({ start: '2027-03-27T21:00:00Z', end: '2027-03-28T05:00:00Z' }), before: null }]
  expect(write(draft({ items })).text).toContain('(GMT – BST)')
})

test('the notes of the shift, line by line, and none once it is no longer theirs', () => {
  const items = [{ shift: facts({ notes: 'Bring gloves & <b>hat</b>\r\n\r\nKey at the office' }), before: null }]
  const message = write(draft({ items }))
  expect(message.text).toContain('Notes:      Bring gloves & <b>hat</b>\n            Key at the office\n')
  expect(message.html).toContain('Bring gloves &amp; &lt;b&gt;hat&lt;/b&gt;<br>Key at the office')
  const event = new ICAL.Event(
    calendarOf(String(message.attachments[0]?.content ?? '')).getFirstSubcomponent('vevent') as ICAL.Component,
  )
  expect(event.description).toMatch(/^Bring gloves & <b>hat<\/b>\nKey at the office\nContact: /)
  const cancelled = write(draft({ kind: 'shift.cancelled', items }))
  expect(cancelled.text + cancelled.html + cancelled.attachments[0]?.content).not.toContain('gloves')
})

describe('when', () => {
  const says = (now: string, over: Parameters<typeof draft>[0] = {}) =>
    write(draft({ now: new Date(now), ...over })).subject
  test('a late or early reminder names the right day', () => {
    expect(says('2026-11-28T08:00:00Z')).toContain('Your shift is today')
    expect(says('2026-11-24T08:00:00Z', { kind: 'reminder.week' })).toContain('Your shift is in 4 days')
    const early = write(draft({ channel: 'sms', now: new Date('2026-11-26T19:30:00Z') }))
    expect(early.text).toContain('in 2 days Sat 28 Nov')
  })
  test('days are counted in the site’s zone', () => {
    const sydney = { site: site({ timezone: 'Australia/Sydney', locale: 'en-AU' }) }
    expect(says('2026-11-27T12:59:00Z', sydney)).toContain('tomorrow')
    expect(says('2026-11-27T13:01:00Z', sydney)).toContain('today')
    expect(write(draft(sydney)).text).toContain('Sat 28 Nov 2026, 20:00 – Sun 29 Nov 00:30 (AEDT)')
  })
  test('an end on another day names it', () => {
    const night = facts({ start: '2026-11-28T22:00:00Z', end: '2026-11-29T02:00:00Z' })
    const items = [{ shift: night, before: null }]
    expect(write(draft({ items })).text).toContain('22:00 – Sun 29 Nov 02:00')
    expect(write(draft({ items, channel: 'sms' })).text).toContain('22:00-Sun 02:00')
  })
  test('the person’s formats', () => {
    const person = { ...draft().person, settings: { dateFormat: 'DD/MM/YYYY', timeFormat: 'h:mm a' } }
    expect(write(draft({ person })).subject).toContain('28/11/2026 9:00 am – 1:30 pm')
  })
})

test('shows the old value beside the new', () => {
  const before = { start: '2026-11-28T10:00:00Z', end: '2026-11-28T14:00:00Z', location: 'Old Quay', address: null }
  const { text, html } = write(draft({ kind: 'shift.changed', items: [{ shift: facts(), before }] }))
  for (const part of [text, html]) {
    expect(part).toContain('It was Sat 28 Nov 2026, 10:00 – 14:00.')
    expect(part).toContain('The location was Old Quay.')
    expect(part).not.toContain('The assignment was')
  }
})

test('several shifts are one message', () => {
  const items = [facts(), facts({ id: 8, start: '2026-11-28T15:00:00Z', end: '2026-11-28T17:00:00Z', event_name: '' })]
  const message = write(draft({ items: items.map((shift) => ({ shift, before: null })) }))
  expect(message.subject).toMatch(/^Your shifts are tomorrow: .* and 1 more$/)
  expect(message.text).toContain('Untitled Event')
  expect(message.html.match(/See your shift/g)).toHaveLength(2)
  const uids = calendarOf(String(message.attachments[0]?.content ?? ''))
    .getAllSubcomponents('vevent')
    .map((event) => event.getFirstPropertyValue('uid'))
  expect(uids).toEqual(['shift-7@harbour.watchbill.example', 'shift-8@harbour.watchbill.example'])
})

test('markup in names stays text', () => {
  const evil = `<script>alert(1)</script><img src=x onerror="a">'&`
  const named = facts({ event_name: evil, role: evil, assignment: evil, location: evil, address: evil, contact: evil })
  const message = write(
    draft({
      kind: 'shift.changed',
      items: [{ shift: named, before: { ...named, location: `${evil}2`, role: `${evil}2` } }],
      site: site({ name: evil, contact_name: evil, contact_email: evil, locale: 'en-GB', logo: 'javascript:alert(1)' }),
      person: { ...draft().person, name: evil, settings: { dateFormat: '[<script>]', timeFormat: '["><b>]' } },
    }),
  )
  expect(message.html).not.toMatch(/<script|<img|<b>|javascript:|onerror="/)
  expect(message.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(message.reply_to).toBeUndefined()
})

test('replies do not go to a contact that is not one plain address', () => {
  const replyTo = (contact_email: string) => write(draft({ site: site({ contact_email }) })).reply_to
  expect(replyTo('office@harbour.example')).toBe('office@harbour.example')
  for (const bad of [
    '',
    'a@x.example, b@y.example',
    'A <a@x.example>',
    'a@x.example\r\nBcc: b@y.example',
    'a;b@x.example',
  ])
    expect(replyTo(bad)).toBeUndefined()
})
