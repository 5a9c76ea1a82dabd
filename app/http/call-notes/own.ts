import * as z from 'zod'
import { passwordField } from '#server/accounts/contract.ts'
import type { Note } from '#server/engine/collections/openapi-calls.ts'
import { emailSettings, emailSettingsInput } from '#server/people/email-settings/contract.ts'
import { phoneChange, phoneCheck } from '#server/people/phone/contract.ts'
import { ownSettingsChange } from '#server/people/self/contract.ts'
import { requestInput } from '#server/requests/sign-up/contract.ts'
import { recordedTime } from '#server/shifts/hours/contract.ts'
import { instant, nothing, ownPerson, pictureForm, whole } from './shapes.ts'

const phone: Note = { summary: 'Change your phone', body: phoneChange, answer: z.object({ verify: z.boolean() }) }
const check: Note = { summary: 'Verify your phone by the code', body: phoneCheck, answer: ownPerson }
const feed = z.object({ url: z.string().nullable() })
const ids = z.array(whole)
const calendarWindow = z.object({
  start: z.string().optional().meta({ format: 'date', description: 'A day, or an instant with its zone.' }),
  end: z.string().optional().meta({ format: 'date' }),
})
const byId = <T extends z.ZodType>(record: T) => z.record(z.string(), record)
const records = byId(z.record(z.string(), z.unknown()))

const publicEvent = z.object({
  id: whole,
  name: z.string(),
  start: instant,
  end: instant,
  location: z.string().nullable(),
  color: z.string().nullable(),
  organisation: z.string(),
  event_url: z.string().nullable(),
})

const calendar = z.object({
  start: instant,
  end: instant,
  count: whole,
  entries: z.array(
    z.object({ kind: z.enum(['event', 'series']), id: whole, mine: z.boolean(), requested: z.boolean() }),
  ),
  order: ids,
  results: z.object({
    events: records,
    series: records,
    shifts: records,
    requests: records,
    availability: records,
    eventtypes: records,
    locations: records,
    assignments: records,
    roles: records,
  }),
})

const dashboard = z.object({
  results: byId(records),
  cards: z.object({
    upcoming_shifts: ids,
    record_hours: ids,
    news: ids,
    upcoming_events: z.array(z.object({ kind: z.enum(['event', 'series']), id: whole })),
    own_requests: ids,
    verify_phone: z.boolean(),
    new_registrations: ids.optional(),
    pending_requests: ids.optional(),
    pending_requests_count: whole.optional(),
    unpublished_events: ids.optional(),
  }),
})

/** Calls of a member about themselves, and what everybody may read. */
export const OWN: Readonly<Record<string, Note>> = {
  'GET /dashboard': { summary: 'Everything that the dashboard shows', answer: dashboard },
  'GET /events/calendar': { summary: 'The calendar of a window of time', query: calendarWindow, answer: calendar },
  'GET /events/public': {
    summary: 'Published events, for anybody and from any page',
    query: calendarWindow,
    answer: z.object({ count: whole, order: ids, results: z.object({ events: byId(publicEvent) }) }),
  },
  'GET /calendarfeed': { summary: 'The address of your calendar subscription', answer: feed },
  'POST /calendarfeed': { summary: 'A new address for it', answer: feed },
  'DELETE /calendarfeed': { summary: 'End it', answer: null },
  'POST /requests/batch': {
    summary: 'Ask for several events at once',
    body: z.array(requestInput).max(500),
    answer: { list: 'requests', more: z.object({ ids }) },
  },
  'PUT /shifts/{id}/start': {
    summary: 'Record when a shift began',
    body: recordedTime,
    answer: { list: 'shifts' },
  },
  'PUT /shifts/{id}/end': { summary: 'Record when a shift ended', body: recordedTime, answer: { list: 'shifts' } },
  'PUT /people/change_settings_self': {
    summary: 'Change your settings',
    body: ownSettingsChange,
    answer: ownPerson,
  },
  'PUT /people/change_email_self': {
    summary: 'Change your email; a link to the new one confirms it',
    body: z.object({ email: z.string(), password: passwordField }),
    answer: z.object({ pending_email: z.string() }),
  },
  'POST /people/send_confirmation_self': {
    summary: 'Have the link sent again that confirms your email',
    answer: z.object({ email: z.string() }),
  },
  'PUT /people/set_password_self': {
    summary: 'Change your password; your other sessions end',
    body: z.object({ password: passwordField, new_password: passwordField }),
    answer: nothing,
  },
  'PUT /people/phone_change_self': phone,
  'POST /people/phone_change_self': phone,
  'PUT /people/verify_check': check,
  'POST /people/verify_check': check,
  'POST /people/upload_image_self': { summary: 'Set your photo', form: pictureForm, answer: ownPerson },
  'DELETE /people/remove_image_self': { summary: 'Take your photo away', answer: ownPerson },
  'POST /people/download_self': {
    summary: 'Everything that is held about you, as a file',
    answer: z.record(z.string(), z.unknown()),
  },
  'POST /people/delete_self': {
    summary: 'Plan the end of your account at this site',
    answer: z.object({ due_at: instant }),
  },
  'DELETE /people/delete_self': { summary: 'Keep the account after all', answer: null },
  'POST /people/renew_email_link_self': {
    summary: 'Make a new link to your email preferences',
    answer: z.object({ email_uid: z.string() }),
  },
  'GET /emailsettings/{uid}': { summary: 'The switches behind the link in every mail', answer: emailSettings },
  'PUT /emailsettings/{uid}': { summary: 'Change them', body: emailSettingsInput, answer: emailSettings },
}
