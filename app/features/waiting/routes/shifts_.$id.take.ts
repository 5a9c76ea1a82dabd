import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { idFrom, parse } from '#app/http/parse.ts'
import { screen, screenAction } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { takeInput } from '#server/requests/sign-up/contract.ts'
import { findEventOfShift } from '#server/requests/sign-up/queries.ts'
import { takeOpenShift } from '#server/waiting/commands.ts'

export const action = screenAction({
  requires: 'member',
  handle: async (ctx, form, { params }) => {
    const { shown_start: start, shown_end: end, ...asked } = Object.fromEntries(form)
    return takeOpenShift(ctx, idFrom(params.id), parse(takeInput, { ...asked, shown: { start, end } }))
  },
})

const findEvent = screen({
  requires: 'member',
  load: async ({ db }, { params }) => {
    const event = await findEventOfShift(db, idFrom(params.id))
    if (event === null) throw notFound()
    return event
  },
})

export const loader = async (args: LoaderFunctionArgs) => redirect(paths.event(await findEvent(args)))
