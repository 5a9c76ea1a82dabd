import { useLoaderData } from '@remix-run/react'
import { screen } from '../http/screen.ts'
import { AllRecordsScreen } from '../screens/all-records/all-records-screen.tsx'

export const handle = { title: 'All Records' }

export const loader = screen({
  requires: 'admin',
  load: async (_ctx, { app }) => ({
    collections: app.collections.declarations
      .map(({ contract: { name, title } }) => ({ name, title }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
  }),
})

export default function AllRecords() {
  return <AllRecordsScreen {...useLoaderData<typeof loader>()} />
}
