import { expect, test } from 'vitest'
import { senderField } from './contract.ts'
import { isWithin, ownSenderOf, stateAfter } from './rules.ts'

test('an address is stored in lower case, without spaces around it', () => {
  expect(senderField.parse(' Rota@Harbour-SC.org ')).toBe('rota@harbour-sc.org')
  for (const address of ['rota+news@mail.harbour.org', 'r.o_t-a@a.co', `${'a'.repeat(64)}@harbour.org`])
    expect(senderField.parse(address)).toBe(address)
})

test('an address that is not plain, needs quoting or breaks a header is refused', () => {
  const refused = [
    ...['', 'rota', '@harbour.org', 'rota@', 'rota@localhost', 'rota@harbour', 'rota@127.0.0.1', 'rota@[::1]'],
    ...['a@b@harbour.org', '.rota@harbour.org', 'rota.@harbour.org', 'ro..ta@harbour.org', 'rota@.org', 'rota@a..org'],
    ...[
      'rota@-a.org',
      'rota@a-.org',
      `rota@${'a'.repeat(64)}.org`,
      `${'a'.repeat(65)}@harbour.org`,
      'rötä@harbour.org',
    ],
    ...[
      '"rota"@harbour.org',
      'Rota <rota@harbour.org>',
      'rota@harbour.org, x@y.org',
      'rota@harbour.org\r\nBcc: x@y.org',
    ],
    ...['rota\n@harbour.org', 'rota@harbour.org\u0000', 'rota@harbour。org', 'rota@harbour.org.', 'x'.repeat(100_000)],
  ]
  expect(refused.filter((address) => senderField.safeParse(address).success)).toEqual([])
})

test('a domain is within itself and the domains above it', () => {
  expect([isWithin('a.org', 'a.org'), isWithin('mail.a.org', 'a.org')]).toEqual([true, true])
  expect([isWithin('ba.org', 'a.org'), isWithin('a.org', 'mail.a.org')]).toEqual([false, false])
})

test('emails come from an address only while it is verified', () => {
  const of = (sender_state: string | null) => ownSenderOf({ sender_address: 'rota@a.org', sender_state })
  expect(['waiting', 'failed', null].map(of)).toEqual([null, null, null])
  expect([of('verified'), ownSenderOf({ sender_address: null, sender_state: 'verified' })]).toEqual([
    'rota@a.org',
    null,
  ])
})

test('only the provider’s yes verifies; doubt changes nothing, and a verified domain that it lost fails', () => {
  const after = (verdict: Parameters<typeof stateAfter>[1]) =>
    (['waiting', 'verified', 'failed'] as const).map((before) => stateAfter(before, verdict))
  expect(after('verified')).toEqual(['verified', 'verified', 'verified'])
  expect(after('failed')).toEqual(['failed', 'failed', 'failed'])
  expect(after('unsure')).toEqual(['waiting', 'verified', 'failed'])
  expect(after('waiting')).toEqual(['waiting', 'failed', 'waiting'])
  expect(after(undefined)).toEqual(['waiting', 'failed', 'failed'])
})
