import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { idFrom } from '#app/http/parse.ts'
import { paths } from '#app/shell/paths.ts'

/** The event's roster checks the permission. */
export const loader = ({ params }: LoaderFunctionArgs) =>
  redirect(/^\d+$/.test(params.pk ?? '') ? paths.eventShifts(idFrom(params.pk)) : paths.events)
