import { useLoaderData } from '@remix-run/react'
import { idFrom } from '#app/http/parse.ts'
import { screen, screenAction } from '#app/http/screen.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { invitableOfImport } from '#server/accounts/invitations/commands.ts'
import { pastImportById, unpublishedOfImport } from '#server/imports/queries.ts'
import { undoImport } from '#server/imports/undo.ts'
import { importName } from '../import-text.ts'
import { ResultScreen } from '../result-screen.tsx'

export const handle = {
  title: 'Import',
  auth: true,
  framed: false,
  nameOf: importName,
  width: '760px',
} satisfies PageHandle<typeof loader>

export const loader = screen({
  requires: 'admin',
  load: async (ctx, { params }) => {
    const id = idFrom(params.id)
    return {
      past: await pastImportById(ctx.db, id),
      unpublished: await unpublishedOfImport(ctx.db, id),
      invitable: await invitableOfImport(ctx.db, id),
    }
  },
})

export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, _form, { params }) => {
    await undoImport(ctx, idFrom(params.id))
    return { undone: true }
  },
})

export default function ImportResult() {
  return <ResultScreen {...useLoaderData<typeof loader>()} />
}
