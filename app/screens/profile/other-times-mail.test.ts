import { expect, it } from 'vitest'
import { otherTimesMail } from './other-times-mail.ts'

const shift = {
  to: 'rota@club.example',
  contact: 'Siân',
  event: 'Race & tea?',
  assignment: 'Safety boat · Helm',
  date: 'Sat 28 Nov 2026',
  times: '9:00 am – 1:00 pm',
  name: 'Ada Lindqvist',
}

it('asks for other times on this shift, in a mail to the club', () => {
  const mail = new URL(otherTimesMail(shift))
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'rota@club.example'])
  expect(mail.searchParams.get('subject')).toBe('Other times: Race & tea?, Sat 28 Nov 2026')
  expect(mail.searchParams.get('body')?.split('\r\n')).toEqual([
    'Hello Siân,',
    '',
    'I am on Race & tea?, Safety boat · Helm, Sat 28 Nov 2026, 9:00 am – 1:00 pm.',
    'I would like to come at __:__ and leave at __:__ instead. Is that possible?',
    '',
    'Ada Lindqvist',
  ])
})

it('greets nobody by name where the club names nobody, and an address adds no recipients', () => {
  const mail = new URL(otherTimesMail({ ...shift, contact: '', assignment: '', to: 'a@b.example?cc=c@d.example' }))
  expect(mail.searchParams.get('body')).toMatch(/^Hello,\r\n\r\nI am on Race & tea\?, Sat/)
  expect([...mail.searchParams.keys()]).toEqual(['subject', 'body'])
})
