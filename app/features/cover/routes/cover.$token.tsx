import { useActionData, useLoaderData } from '@remix-run/react'
import { linkScreen, yesNoAction } from '#app/http/by-link.ts'
import { LinkFormats } from '#app/shell/use-root.ts'
import { coverAnswerInput } from '#server/cover/calls-contract.ts'
import { answerCoverByLink, readCoverPage } from '#server/cover/links/commands.ts'
import { CoverScreen } from '../cover-screen.tsx'

export const handle = { title: 'Can you cover?', auth: false, framed: false, ownBand: true }

export const loader = linkScreen(readCoverPage)

export const action = yesNoAction(coverAnswerInput, async (...args) => {
  await answerCoverByLink(...args)
  return null
})

export default function CoverByLink() {
  const { page, choice, now } = useLoaderData<typeof loader>()
  const given = useActionData<{ refused: string | null }>()
  return (
    <LinkFormats.Provider value={page?.person ?? null}>
      <CoverScreen page={page} choice={choice} now={now} refused={given?.refused ?? null} />
    </LinkFormats.Provider>
  )
}
