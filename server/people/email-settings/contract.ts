import * as z from 'zod'

/** The three switches of the preference link. SMS is not one of them. */
export const emailSettings = z.object({
  email_notifications: z.boolean(),
  email_reminders: z.boolean(),
  email_newsletters: z.boolean(),
})
export type EmailSettings = z.infer<typeof emailSettings>

export const emailSettingsInput = emailSettings.partial()
export type EmailSettingsInput = z.output<typeof emailSettingsInput>

/** The three streams, each with the words of its switch. */
export const EMAIL_STREAMS = [
  {
    name: 'email_notifications',
    label: 'Shift notices',
    hint: 'When you are put on a shift, or one of yours changes or is cancelled.',
  },
  {
    name: 'email_reminders',
    label: 'Shift reminders',
    hint: 'One week and one day before each of your shifts.',
  },
  {
    name: 'email_newsletters',
    label: 'Messages from the club',
    hint: 'What admins write to members that is not about an event or a shift.',
  },
] as const satisfies readonly { name: keyof EmailSettings; label: string; hint: string }[]
