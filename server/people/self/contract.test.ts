import { expect, test } from 'vitest'
import { isSilent } from './contract.ts'

test('nothing at all is sent when every switch is off that has an effect', () => {
  const off = { email_notifications: false, email_reminders: false, email_newsletters: false, sms_notifications: false }
  expect(isSilent(off, { sms_enabled: true })).toBe(true)
  expect(isSilent({ ...off, sms_notifications: true }, { sms_enabled: true })).toBe(false)
  expect(isSilent({ ...off, sms_notifications: true }, { sms_enabled: false })).toBe(true)
  // Nothing sends newsletters.
  expect(isSilent({ ...off, email_newsletters: true }, { sms_enabled: true })).toBe(true)
  for (const name of ['email_notifications', 'email_reminders'] as const)
    expect(isSilent({ ...off, [name]: true }, { sms_enabled: true })).toBe(false)
})
