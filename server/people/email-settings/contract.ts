import * as z from 'zod'
import { REMINDERS } from '#server/organisation/reminders-contract.ts'

export const emailSettings = z.object({
  email_notifications: z.boolean(),
  email_reminders: z.boolean(),
  email_newsletters: z.boolean(),
})
export type EmailSettings = z.infer<typeof emailSettings>

export const emailSettingsInput = emailSettings.partial()
export type EmailSettingsInput = z.output<typeof emailSettingsInput>

export const EMAIL_STREAMS = [
  'email_notifications',
  'email_reminders',
  'email_newsletters',
] as const satisfies (keyof EmailSettings)[]

const remindersHint = (offsets: readonly string[]): string => {
  const times = REMINDERS.filter(({ offset }) => offsets.includes(offset)).map(({ label }) => label.toLowerCase())
  if (times.length === 0) return 'This club doesn’t send any at the moment.'
  const text = `${times.join(' and ')} each of your shifts.`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type EmailStream = { name: keyof EmailSettings; label: string; hint: string }

/** `offsets`: the reminders that the site sends. */
export const emailStreams = (offsets: readonly string[]): EmailStream[] => [
  {
    name: 'email_notifications',
    label: 'Shift notices',
    hint: 'When you’re put on a shift, or one of yours changes or is cancelled.',
  },
  { name: 'email_reminders', label: 'Shift reminders', hint: remindersHint(offsets) },
  {
    name: 'email_newsletters',
    label: 'Messages from the club',
    hint: 'Messages from admins to members that aren’t about an event or a shift.',
  },
]
