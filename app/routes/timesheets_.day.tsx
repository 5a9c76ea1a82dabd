import { useLoaderData } from '@remix-run/react'
import { readDay } from '#server/engine/kernel/days/rules.ts'
import { readDaySheet } from '#server/timesheets/queries.ts'
import { screen } from '../http/screen.ts'
import { DaySheetScreen } from '../screens/timesheets/day-screen.tsx'
import { dayName } from '../shell/page-names.ts'
import type { PageHandle } from '../shell/use-root.ts'

export const handle = {
  title: 'Shifts',
  auth: true,
  framed: false,
  nameOf: dayName,
  width: '1120px',
} satisfies PageHandle<typeof loader>

/** Shows everybody's shifts of a day with their recorded times. */
export const loader = screen({
  requires: 'admin',
  load: (ctx, { url }) => readDaySheet(ctx, readDay(url.searchParams.get('date')) ?? undefined),
})

export default function DaySheet() {
  return <DaySheetScreen {...useLoaderData<typeof loader>()} />
}
