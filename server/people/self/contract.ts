import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'

export const DATE_FORMATS = ['ddd D MMM YYYY', 'YYYY-MM-DD', 'DD/MM/YYYY', 'D MMM YYYY'] as const
export const TIME_FORMATS = ['h:mm a', 'HH:mm'] as const
export const THEMES = ['Auto', 'Light', 'Dark'] as const

export const hiddenCalendars = (text: string): string[] =>
  text
    .split(',')
    .map((url) => url.trim())
    .filter(Boolean)

const oneOf = <T extends readonly [string, ...string[]]>(choices: T) =>
  z.enum(choices, { error: `Must be one of ${choices.join(', ')}.` })

/** Drops the zone and other derived values. */
const settingsChange = z
  .object({
    dateFormat: oneOf(DATE_FORMATS),
    timeFormat: oneOf(TIME_FORMATS),
    theme: oneOf(THEMES),
    hidden_external_calendars: boundedText({ max: 10_000, tooLong: 'Too long.' }),
  })
  .partial()

const flag = z.boolean()

export const MESSAGE_SWITCHES = [
  'email_notifications',
  'email_reminders',
  'email_newsletters',
  'sms_notifications',
] as const
export type MessageSwitches = Record<(typeof MESSAGE_SWITCHES)[number], boolean>

/** Input of `change_settings_self`; absent fields stay. */
export const ownSettingsChange = z
  .object({
    settings: settingsChange,
    email_notifications: flag,
    email_reminders: flag,
    email_newsletters: flag,
    sms_notifications: flag,
    cover_requests: flag,
  })
  .partial()
export type OwnSettingsChange = z.infer<typeof ownSettingsChange>

export function silentWarning(on: MessageSwitches, site: { sms_enabled: boolean }): string | null {
  if (on.email_notifications || on.email_reminders || on.email_newsletters) return null
  if (!site.sms_enabled)
    return 'You have turned off all emails. You will not receive any emails, including new shift and reminder emails.'
  return on.sms_notifications
    ? null
    : 'You have turned off all emails and notifications. You will not receive any emails or SMS, including new shift and reminder emails.'
}

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const

export const CLOSURE_DAYS = 30
