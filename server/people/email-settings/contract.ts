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

/** The streams that screens offer. Nothing sends newsletters yet, so only the API takes their switch. */
export const EMAIL_STREAMS = {
  email_notifications: {
    label: 'Shift notices',
    hint: 'When you are put on a shift, or one of yours changes or is cancelled.',
  },
  email_reminders: { label: 'Shift reminders', hint: 'One week and one day before each of your shifts.' },
} as const satisfies Partial<Record<keyof EmailSettings, { label: string; hint: string }>>

export type EmailStream = keyof typeof EMAIL_STREAMS
export const OFFERED_STREAMS = Object.keys(EMAIL_STREAMS) as EmailStream[]
