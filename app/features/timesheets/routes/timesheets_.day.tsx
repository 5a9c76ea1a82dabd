import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { dayName } from '#app/shell/page-names.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { readDay } from '#server/engine/kernel/days/rules.ts'
import { readDaySheet } from '#server/timesheets/queries.ts'
import { DaySheetScreen } from '../day-screen.tsx'

export const handle = {
  title: 'Shifts',
  auth: true,
  framed: false,
  nameOf: dayName,
  width: '1120px',
} satisfies PageHandle<typeof loader>

export const loader = screen({
  requires: 'admin',
  load: (ctx, { url }) => readDaySheet(ctx, readDay(url.searchParams.get('date')) ?? undefined),
})

export default function DaySheet() {
  return <DaySheetScreen {...useLoaderData<typeof loader>()} />
}
