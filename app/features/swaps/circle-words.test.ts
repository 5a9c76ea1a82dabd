import { expect, test } from 'vitest'
import { expiredText, initialsOf, namedParts, swapTitle } from './circle-words.ts'

const PEOPLE = Object.fromEntries(['Ann', 'Priya', 'Tomasz'].map((name, id) => [id, { id, name, avatar: null }]))
const part = (person: number, gives: number | null, gets: number | null) => ({ person, gives, gets, accepted: null })

test('each part names the people who get and give its shifts', () => {
  const circle = [part(0, 10, 11), part(1, 11, 12), part(2, 12, 10)]
  const [ann] = namedParts({ circle }, PEOPLE, 0)
  expect(ann).toMatchObject({ name: 'Ann', isMe: true, to: { name: 'Tomasz' }, from: { name: 'Priya' } })
})

test('a hand-over has one shift, and a removed person has no name', () => {
  const [gives, gets] = namedParts({ circle: [part(0, 10, null), part(9, null, 10)] }, PEOPLE, 9)
  expect([gives?.from, gives?.to, gets?.to, gets?.from?.name]).toEqual([
    null,
    { name: 'Someone', isMe: true },
    null,
    'Ann',
  ])
})

test('titles and initials', () => {
  expect([swapTitle(2), swapTitle(3), swapTitle(4), initialsOf('Ann Marie Østergaard'), initialsOf('')]).toEqual([
    'A swap',
    'A three-way swap',
    'A four-way swap',
    'AØ',
    '?',
  ])
})

const ended = { person: 0, ended_at: '2027-07-03T09:00:10.000Z' }

test('a swap agreed by everyone was not approved in time; otherwise someone did not answer', () => {
  const circle = [part(0, 10, null), part(1, null, 10)].map((one) => ({ ...one, accepted: true }))
  expect(expiredText({ ...ended, circle }, undefined)).toBe('Not approved in time')
  expect(expiredText({ ...ended, circle: [circle[0]!, part(1, null, 10)] }, undefined)).toBe('No reply in time')
})

test.each([
  [{ person: 0, start: '2027-07-03T09:00:00.000Z' }, 'No swap was found before it started'],
  [{ person: 1, start: '2027-07-10T09:00:00.000Z' }, 'No longer on the shift'],
  [{ person: null, start: '2027-07-10T09:00:00.000Z' }, 'No longer on the shift'],
  [{ person: 0, start: '2027-07-10T09:00:00.000Z' }, 'Ended before a swap was found'],
  [undefined, 'Ended before a swap was found'],
])('an offer without invitees, with its shift now %o: %s', (now, words) => {
  const end = '2027-07-20T09:00:00.000Z'
  const shift = now && {
    id: 10,
    event: 1,
    event_name: '',
    assignment: null,
    role: null,
    person_name: null,
    end,
    ...now,
  }
  expect(expiredText({ ...ended, circle: [] }, shift)).toBe(words)
})
