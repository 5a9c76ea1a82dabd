import { saveRoster } from '#server/shifts/roster-editor/commands.ts'
import { rosterSave } from '#server/shifts/roster-editor/contract.ts'
import { readField } from '../http/form-json.ts'
import { idFrom, parse } from '../http/parse.ts'
import { json } from '../http/problem.ts'
import { screenAction } from '../http/screen.ts'

export const handle = { title: 'Event Shifts' }

/** Saves everything that was staged on the event at once; 409 names what somebody else changed meanwhile. */
export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, form, { params, app }) => {
    const saved = await saveRoster(
      ctx,
      app.collections,
      idFrom(params.pk),
      parse(rosterSave, readField(form, 'staged')),
    )
    return json(saved, saved.saved ? 200 : 409)
  },
})

/** The layout draws the whole screen. */
export default function EventShifts() {
  return null
}
