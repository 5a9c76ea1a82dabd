import { expect, test } from 'vitest'
import { silentWarning } from './contract.ts'

const OFF = { email_notifications: false, email_reminders: false, email_newsletters: false, sms_notifications: false }

test('warns when every switch that has an effect is off', () => {
  const [withSms, withoutSms] = [{ sms_enabled: true }, { sms_enabled: false }]
  expect(silentWarning(OFF, withSms)).toMatch(/will not receive any emails or SMS/)
  expect(silentWarning({ ...OFF, sms_notifications: true }, withSms)).toBeNull()
  for (const sms_notifications of [true, false])
    expect(silentWarning({ ...OFF, sms_notifications }, withoutSms)).toMatch(/will not receive any emails, including/)
  for (const name of ['email_notifications', 'email_reminders', 'email_newsletters'] as const)
    for (const site of [withSms, withoutSms]) expect(silentWarning({ ...OFF, [name]: true }, site), name).toBeNull()
})
