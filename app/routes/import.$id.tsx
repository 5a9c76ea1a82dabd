import { useLoaderData } from '@remix-run/react'
import { pastImportById } from '#server/imports/queries.ts'
import { undoImport } from '#server/imports/undo.ts'
import { idFrom } from '../http/parse.ts'
import { screen, screenAction } from '../http/screen.ts'
import { ResultScreen } from '../screens/imports/result-screen.tsx'

export const handle = { title: 'Import', width: '760px' }

export const loader = screen({
  requires: 'admin',
  load: (ctx, { params }) => pastImportById(ctx.db, idFrom(params.id)),
})

export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, _form, { params }) => {
    await undoImport(ctx, idFrom(params.id))
    return { undone: true }
  },
})

export default function ImportResult() {
  return <ResultScreen past={useLoaderData<typeof loader>()} />
}
