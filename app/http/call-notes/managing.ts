import * as z from 'zod'
import { auditQuery } from '#server/audit/contract.ts'
import type { Note } from '#server/engine/collections/openapi-calls.ts'
import { repeatInput } from '#server/events/repeat/contract.ts'
import { importKind, importPreview, importResult, pastImport } from '#server/imports/contract.ts'
import { pairInput } from '#server/kiosks/commands.ts'
import { confirmed, confirmItem, kioskData, MOST_AT_ONCE } from '#server/kiosks/signing/contract.ts'
import { organisation, organisationChange } from '#server/organisation/contract.ts'
import { records } from '#server/records/contract.ts'
import { answerPreviewInput, assignInput, declineInput, undoInput } from '#server/requests/answer/contract.ts'
import { assignPerson, assignSteps } from '#server/shifts/assign/contract.ts'
import { stagedShifts } from '#server/shifts/list-edit/contract.ts'
import { previewInput } from '#server/shifts/preview/contract.ts'
import { templateInput } from '#server/shifts/templates/contract.ts'
import { instant, named, pictureForm, publicSite, whole } from './shapes.ts'

const ids = z.array(whole)
const notifies = z.object({ people: whole, names: z.array(z.string()) })
const events = z.object({ events: z.array(whole.positive()).max(200) })
const reference = whole.nullable()
const reason = z.object({ code: z.string(), words: z.string() })
const suggestion = z.object({
  person: whole,
  name: z.string(),
  avatar: z.string().nullable(),
  fits: z.boolean(),
  comments: z.string().nullable(),
  requested: z.boolean(),
  month_count: whole,
  for: z.array(reason),
  against: z.array(reason),
})
const place = z.object({
  person: reference,
  assignment: reference,
  role: reference,
  location: reference,
  start: z.string(),
  end: z.string(),
  notes: z.string(),
})
const auditLine = z.object({
  id: whole,
  at: instant,
  action: z.string(),
  actor: z.string(),
  person: reference,
  person_name: z.string().nullable(),
  impersonator: reference,
  impersonator_name: z.string().nullable(),
  subject: z.string(),
  subject_id: reference,
  subject_name: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
const avatar = z.object({ avatar: z.string().nullable() })
const logo = z.object({ logo: z.string().nullable() })
const code = z.object({ code: z.string(), code_expires: instant })

const importForm = z.object({
  file: z.string().meta({ format: 'binary' }),
  kind: importKind.optional(),
  mapping: z.string().optional().meta({ description: 'JSON: the field of each column, by its number.' }),
  options: z.string().optional().meta({ description: 'JSON: how to read the file.' }),
  digest: z.string().optional().meta({ description: 'Of the preview.' }),
  skip_errors: z.enum(['true', 'false']).optional(),
})

/** Calls of coordinators and programs. */
export const MANAGING: Readonly<Record<string, Note>> = {
  'GET /organisations/current': { summary: 'The site', requires: 'anyone', answer: publicSite },
  'PUT /organisations/current': {
    summary: 'Change the site',
    requires: 'admin',
    body: organisationChange,
    answer: z.object({ ...publicSite.shape, ...organisation.shape }),
  },
  'POST /organisations/current/logo': {
    summary: 'Set the logo',
    requires: 'admin',
    form: pictureForm,
    answer: logo,
  },
  'DELETE /organisations/current/logo': { summary: 'Take the logo away', requires: 'admin', answer: logo },
  'GET /audit': {
    summary: 'Who changed what, newest first',
    query: auditQuery,
    answer: z.object({ lines: z.array(auditLine), next: reference }),
  },
  'PUT /events/{id}/publish': { summary: 'Publish all shifts of an event', answer: { list: 'shifts' } },
  'POST /events/{id}/preview': {
    summary: 'Who would be told of a change',
    body: previewInput,
    answer: z.object({ notifies, published: notifies.optional() }),
  },
  'POST /records/add': { summary: 'Add a record', body: records.create, answer: { list: 'records' }, status: 201 },
  'POST /events/{id}/repeat': {
    summary: 'The event again on other dates',
    query: z.object({ preview: z.string().optional().meta({ description: 'Only says which dates those are.' }) }),
    body: repeatInput,
    answer: z.union([
      z.object({ events: ids }),
      z.object({
        dates: z.array(z.object({ date: z.string(), start: z.string(), end: z.string(), clocks: z.boolean() })),
      }),
    ]),
  },
  'GET /events/{id}/places': {
    summary: 'The places of an event as they would be on another',
    query: z.object({ onto: whole.positive() }),
    answer: z.object({
      places: z.array(place),
      names: z.record(z.string(), z.record(z.string(), z.string())),
    }),
  },
  'GET /events/templates': {
    summary: 'The kept sets of places',
    answer: z.object({ templates: z.array(z.object({ id: whole, name: z.string(), places: whole })) }),
  },
  'POST /events/templates': {
    summary: 'Keep the places of an event under a name',
    body: templateInput,
    answer: z.object({ id: whole }),
  },
  'GET /events/templates/{id}': {
    summary: 'The places of a template as they would be on an event',
    query: z.object({ onto: whole.positive() }),
    answer: z.object({
      places: z.array(place),
      names: z.record(z.string(), z.record(z.string(), z.string())),
    }),
  },
  'DELETE /events/templates/{id}': { summary: 'Forget a template', answer: null },
  'GET /events/{id}/suggestions': {
    summary: 'Who could fill the open shifts',
    query: z.object({
      shift: whole.optional(),
      role: whole.optional(),
      assignment: whole.optional(),
      start: z.string().optional().meta({ description: 'Of one place that is not stored, as a wall-clock time.' }),
      end: z.string().optional(),
      search: z.string().optional().meta({ description: 'Only people whose name has this in it.' }),
    }),
    answer: z.record(z.string(), z.object({ suggestions: z.array(suggestion), more: whole })),
  },
  'PUT /roster/publish': {
    summary: 'Publish all shifts of several events',
    body: events,
    answer: z.object({ published: whole }),
  },
  'POST /roster/publish': {
    summary: 'How many people that would tell',
    body: events,
    answer: z.object({ notifies }),
  },
  'PUT /roster/people': {
    summary: 'Put people on shifts, all or none',
    body: assignSteps,
    answer: z.object({ notifies }),
  },
  'POST /roster/people': {
    summary: 'How many people that would tell',
    body: assignSteps,
    answer: z.object({ notifies }),
  },
  'PUT /shifts/staged': {
    summary: 'Save changes that were staged in the list of shifts',
    body: stagedShifts,
    answer: z.object({ saved: whole }),
  },
  'PUT /shifts/{id}/person': {
    summary: 'Put somebody else on a shift',
    body: assignPerson,
    answer: { list: 'shifts' },
  },
  'PUT /shifts/{id}/publish': { summary: 'Publish a shift', answer: { list: 'shifts' } },
  'PUT /shifts/{id}/unpublish': { summary: 'Take a shift back', answer: { list: 'shifts' } },
  'PUT /requests/{id}/assign': {
    summary: 'Give a shift to whoever asked',
    body: assignInput,
    answer: z.object({ shift: whole, published: z.boolean(), notifies }),
  },
  'PUT /requests/{id}/undo': { summary: 'Take an assignment back', body: undoInput, answer: { list: 'requests' } },
  'POST /requests/{id}/preview': {
    summary: 'Who would be told of an answer',
    body: answerPreviewInput,
    answer: z.object({ notifies }),
  },
  'PUT /requests/{id}/decline': { summary: 'Decline a request', body: declineInput, answer: { list: 'requests' } },
  'PUT /requests/{id}/reopen': { summary: 'Take a declined request up again', answer: { list: 'requests' } },
  'POST /people/{id}/upload_image': { summary: 'Set a person’s photo', form: pictureForm, answer: avatar },
  'DELETE /people/{id}/remove_image': { summary: 'Take a person’s photo away', answer: avatar },
  'DELETE /people/{id}/sessions': { summary: 'Sign a person out of this site', answer: null },
  'GET /imports': { summary: 'The last imports', answer: z.object({ imports: z.array(pastImport) }) },
  'POST /imports': { summary: 'Import what was previewed', form: importForm, answer: importResult },
  'POST /imports/preview': { summary: 'What an import would do', form: importForm, answer: importPreview },
  'POST /imports/notifies': { summary: 'Whom an import would tell', form: importForm, answer: z.object({ notifies }) },
  'POST /imports/{id}/undo': { summary: 'Take an import back', answer: pastImport },
  'PUT /apikeys/{id}/revoke': { summary: 'End a key', answer: { list: 'apikeys' } },
  'POST /kiosks/{id}/code': { summary: 'Another code to pair a device with', answer: code },
  'PUT /kiosks/{id}/revoke': { summary: 'End a device’s access', answer: { list: 'kiosks' } },
  'POST /kiosk/pair': {
    summary: 'Exchange a code for the secret of a device',
    requires: 'anyone',
    body: pairInput,
    answer: z.object({ secret: z.string(), kiosk: named }),
  },
  'GET /kiosk/data': { summary: 'Everything that a kiosk shows', answer: kioskData },
  'PUT /kiosk/confirm': {
    summary: 'Sign people in and out, known again by an Idempotency-Key',
    body: z.array(confirmItem).min(1).max(MOST_AT_ONCE),
    answer: confirmed,
  },
}
