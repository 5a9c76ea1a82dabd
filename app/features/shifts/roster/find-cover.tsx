import { Button } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PlainLink } from '#app/ui/plain-link.tsx'
import { openSearch, searchLine } from './search-words.ts'
import classes from './shift-answer.module.css'
import { ShiftThread } from './shift-thread.tsx'
import { releasedBy } from './thread-words.ts'
import { useThread } from './use-thread.ts'

export const FindButton = ({ busy, onClick, children }: { busy: boolean; onClick: () => void; children: string }) => (
  <Button variant="light" leftSection={<IconUserSearch size={16} aria-hidden />} loading={busy} onClick={onClick}>
    {children}
  </Button>
)

export function FindCover({ shift, stamp }: { shift: number; stamp: string }) {
  const form = useCalls()
  const [turn, setTurn] = useState(0)
  const thread = useThread(shift, `${stamp} ${turn}`)
  const start = async () => {
    await form.call('POST', '/api/covers', { shift })
    setTurn(turn + 1)
  }
  const released = releasedBy(thread ?? [])
  const search = openSearch(thread ?? [])
  return (
    <section className={`stack ${classes.answer}`} aria-label="Cover">
      <h3>Cover</h3>
      {released && <p>Released by {released}</p>}
      {search ? (
        <p>
          {searchLine(search)} <PlainLink to={paths.cover}>Follow it under Cover</PlainLink>
        </p>
      ) : thread === undefined ? null : (
        <>
          <p>Suitable people are asked in a fair order, a few at a time, until one says yes.</p>
          <FindButton busy={form.busy} onClick={start}>
            Find cover
          </FindButton>
        </>
      )}
      <FormError message={form.problem} />
      <ShiftThread entries={thread} name={null} />
    </section>
  )
}
