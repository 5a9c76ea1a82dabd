import { Button, TextInput } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PersonChip } from '#app/ui/person-chip.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import type { SwapOptions } from '#server/swaps/contract.ts'
import classes from './swaps.module.css'

export type SendParts = { send: (input: object) => void; busy: boolean; day: string; problem: ReactNode }

const MAX_SHOWN = 10

export function HandOver({ people, send, busy, day, problem }: SendParts & { people: SwapOptions['people'] }) {
  const [typed, setTyped] = useState('')
  const [to, setTo] = useState<number | null>(null)
  const found = people.filter(({ name }) => foldText(name).includes(foldText(typed.trim())))
  const shown = found.slice(0, MAX_SHOWN)
  const chosen = people.find(({ id }) => id === to)
  return (
    <SectionCard title="Who could take it" icon={IconUsers} count={people.length || undefined}>
      {people.length === 0 ? (
        <EmptyState
          icon={IconUsers}
          title="No one can take it at the moment"
          text="Offer it for other shifts, or ask your coordinator."
        />
      ) : (
        <div className={classes.body}>
          {people.length > MAX_SHOWN && (
            <TextInput
              label="Find someone"
              type="search"
              value={typed}
              maxLength={100}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <div role="radiogroup" aria-label="Who to ask">
            {shown.map((person) => (
              <label key={person.id} className={`row ${classes.choice}`}>
                <input type="radio" name="to" checked={to === person.id} onChange={() => setTo(person.id)} />
                <PersonChip name={person.name} src={person.avatar} />
              </label>
            ))}
          </div>
          {found.length > MAX_SHOWN && (
            <p className={classes.note}>{found.length - MAX_SHOWN} more: type a part of the name.</p>
          )}
          {found.length === 0 && <p className={classes.note}>No one with that name can take it.</p>}
          {problem}
          <Button
            className={classes.send}
            mih={48}
            h="auto"
            py={6}
            loading={busy}
            disabled={!chosen}
            onClick={() => send({ to })}
          >
            <span className="wrap">{chosen ? `Ask ${chosen.name} to take ${day}` : 'Choose someone'}</span>
          </Button>
        </div>
      )}
    </SectionCard>
  )
}
