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

export const EMAIL_STREAMS = {
  email_notifications: {
    label: 'Shift notices',
    hint: 'When you are put on a shift, or one of yours changes or is cancelled.',
  },
  email_reminders: { label: 'Shift reminders', hint: 'One week and one day before each of your shifts.' },
  email_newsletters: { label: 'Newsletters', hint: 'Other messages from the club.' },
} as const satisfies Record<keyof EmailSettings, { label: string; hint: string }>
