import '#server/registry.ts'
import { describe, expect, test } from 'vitest'
import { SHIFT_MESSAGE_KINDS } from '#server/deliveries/contract.ts'
import { REQUEST_DECLINED, REQUEST_TIMES } from '#server/deliveries/request-notices.ts'
import { createNoticeWriter } from '#server/deliveries/texts/account/from-facts.ts'
import type { NoticeDraft, NoticeKind, WrittenMessage } from '#server/deliveries/transport.ts'
import { declared } from '#server/engine/features.ts'
import { exampleShift, shiftDraft, siteFacts } from '#tests/support/messages/shift-drafts.ts'
import { writeShiftMessage } from './shift/write.ts'

/** The kinds of mails that are about neither a shift nor an event. */
const PLAIN = ['publication.left_out']

const ANSWER_URL = 'https://harbour.watchbill.example/answer/Ab3dE6gH'
const CREW = ['Priya Raghunathan', 'Tomasz Wójcik']
const person = { ...shiftDraft().person, settings: { dateFormat: 'DD/MM/YYYY', timeFormat: 'h:mm a' } }
const writeNotice = createNoticeWriter('secret')

const notice = (kind: NoticeKind, over: Partial<NoticeDraft['facts']> = {}): WrittenMessage =>
  writeNotice({
    ...{ kind, channel: 'email', site: siteFacts(), origin: 'https://harbour.watchbill.example', person, about: null },
    now: new Date('2026-11-20T09:00:00Z'),
    crews: () => CREW,
    facts: {
      ...{ title: 'Autumn Series, race 8', paragraphs: ['It is about {shift:7}.'], shifts: [exampleShift()] },
      action: { label: 'I’ll do it', path: '/c/Ab3dE6gH?answer=yes' },
      other_action: { label: 'Not this time', path: '/c/Ab3dE6gH?answer=no' },
      ...over,
    },
  })

const mails: [kind: string, write: () => WrittenMessage][] = [
  ...SHIFT_MESSAGE_KINDS.map((kind): [string, () => WrittenMessage] => [
    kind,
    () => {
      const items = [{ shift: exampleShift(), before: null, crew: CREW }]
      return writeShiftMessage(
        shiftDraft({ kind, person, items, ...(kind !== 'shift.cancelled' && { answer_url: ANSWER_URL }) }),
      )
    },
  ]),
  ...[...declared().notices.keys(), REQUEST_DECLINED, REQUEST_TIMES, 'account.unavailable']
    .filter((kind) => !PLAIN.includes(kind))
    .map((kind): [string, () => WrittenMessage] => [kind, () => notice(kind as NoticeKind)]),
]

const anchors = (html: string) =>
  [
    ...html.matchAll(
      /<a class="wide[^>]*href="([^"]*)"[^>]*background:(#[0-9a-f]+)|<a class="wide ink" href="([^"]*)"/g,
    ),
  ].map(([, filled, , outlined]) => (filled ? 'filled' : `outlined ${outlined ? '' : '?'}`.trim()))

test('only these notices say that they are about neither a shift nor an event', () => {
  expect([...declared().notices].filter(([, { plain }]) => plain).map(([kind]) => kind)).toEqual(PLAIN)
})

describe.each(mails)('%s', (kind, write) => {
  const { html, text } = write()
  const isOver = kind === 'shift.cancelled'
  const isStruck = isOver || kind === 'event.called_off' || kind === 'cover.found'

  test('a large time, the place with a map, and who else is on it', () => {
    expect(html).toMatch(/font-size:(38|44)px[^>]*>9:00&nbsp;am&nbsp;– 1:30&nbsp;pm</)
    expect(html).toContain('>28/11/2026</p>')
    expect(html).toContain('Blyth Pontoon, Harbour Road 4')
    expect(html).toContain('href="https://www.openstreetmap.org/search?query=Harbour+Road+4"')
    expect(html.includes('Priya Raghunathan and Tomasz Wójcik')).toBe(!isStruck)
    expect(html.includes('line-through')).toBe(isStruck)
  })

  test('one filled and one outlined button, with no address printed beside them', () => {
    expect(anchors(html)).toEqual(isOver ? [] : ['filled', 'outlined'])
    expect(html.replace(/<[^>]*>/g, '')).not.toContain('https://')
  })

  test('the text part says the same, with its links', () => {
    expect(text).toContain('28/11/2026, 9:00 am – 1:30 pm (GMT)')
    expect(text).toContain('Location:   Blyth Pontoon, Harbour Road 4')
    if (isOver) return
    expect(text.includes('With:       Priya Raghunathan and Tomasz Wójcik')).toBe(!isStruck)
    expect(text.match(/\?answer=(confirmed|declined|yes|no)/g)).toHaveLength(2)
  })
})

test('a notice names a shift in its sentences in its reader’s formats', () => {
  expect(notice('swap.asked').text).toContain(
    'It is about Start line, Assistant Race Officer at Autumn Series, race 8 on 28/11/2026, 9:00 am – 1:30 pm.',
  )
})

test('two shifts of a swap say which is given; more than three are a list', () => {
  const { id: _, ...shift } = exampleShift()
  const two = notice('swap.asked', {
    shifts: [
      { ...shift, id: 7, label: 'You get' },
      { ...shift, id: 8, label: 'You give' },
    ],
  })
  expect(two.html.match(/font-size:38px/g)).toHaveLength(2)
  expect(two.html.indexOf('You get')).toBeLessThan(two.html.indexOf('You give'))
  expect(two.text).toContain('You get:\nWhen:       28/11/2026')
  const many = notice('swap.asked', { shifts: [1, 2, 3, 4].map((id) => ({ ...shift, id })) })
  expect(many.html).not.toContain('font-size:38px')
  expect(many.html.match(/28\/11\/2026/g)?.length).toBeGreaterThanOrEqual(4)
})
