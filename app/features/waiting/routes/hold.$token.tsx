import { useActionData, useLoaderData } from '@remix-run/react'
import { linkScreen, yesNoAction } from '#app/http/by-link.ts'
import { LinkFormats } from '#app/shell/use-root.ts'
import { answerHoldByLink, readHoldPage } from '#server/waiting/links/commands.ts'
import { holdLinkInput } from '#server/waiting/links/contract.ts'
import { HoldScreen } from '../hold-screen.tsx'

export const handle = { title: 'A shift is free', auth: false, framed: false, ownBand: true }

export const loader = linkScreen(readHoldPage)

export const action = yesNoAction(holdLinkInput, answerHoldByLink)

export default function HoldByLink() {
  const { page, choice, now } = useLoaderData<typeof loader>()
  const given = useActionData<{ refused: string | null }>()
  return (
    <LinkFormats.Provider value={page?.person ?? null}>
      <HoldScreen page={page} choice={choice} now={now} refused={given?.refused ?? null} />
    </LinkFormats.Provider>
  )
}
