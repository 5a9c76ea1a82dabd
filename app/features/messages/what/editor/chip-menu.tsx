import { Button, NativeSelect, Popover, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fieldsProblem, isButton, isField } from '#server/deliveries/texts/fields.pure.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { fieldGroups } from '../field-menu.tsx'
import classes from '../what.module.css'
import { type Chip, chipText, writeField } from './chips.ts'

type ChipMenuProps = {
  chip: Chip
  /** Position of the chip, in px within the frame of its text. */
  place: { left: number; top: number; width: number; height: number }
  buttons: boolean
  onClose: () => void
  /** Replaces the field by this text; an empty text removes it. */
  onWrite: (text: string) => void
}

export function ChipMenu({ chip, place, buttons, onClose, onWrite }: ChipMenuProps) {
  const [name, setName] = useState(chip.name)
  const [fallback, setFallback] = useState(chip.fallback)
  const isKnown = isField(name)
  const problem = isKnown && !isButton(name) ? fieldsProblem(writeField(name, fallback)) : null
  const groups = fieldGroups(buttons).map(({ label, fields }) => ({
    group: label,
    items: fields.map(([value, label]) => ({ value, label })),
  }))
  const write = (event: FormEvent) => {
    event.preventDefault()
    // The page may be a form as well.
    event.stopPropagation()
    if (isKnown && !problem) onWrite(writeField(name, isButton(name) ? '' : fallback))
  }
  return (
    <Popover
      opened
      position="bottom-start"
      width={280}
      shadow="md"
      trapFocus
      hideDetached={false}
      returnFocus={false}
      withRoles={false}
      onChange={(opened) => !opened && onClose()}
    >
      <Popover.Target>
        <span className={classes.place} style={place} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Field ${chipText(chip)}`}>
        <form className={classes.form} onSubmit={write}>
          <NativeSelect
            label="Field"
            data={[...(isKnown ? [] : [{ value: name, label: 'Choose a field' }]), ...groups]}
            value={name}
            error={isKnown ? undefined : `${chip.problem} It says “${cutText(chip.name, 40)}”.`}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {isKnown && !isButton(name) && (
            <TextInput
              label="If empty"
              placeholder="Nothing"
              value={fallback}
              maxLength={100}
              error={problem}
              onChange={(event) => setFallback(event.currentTarget.value)}
            />
          )}
          <div className={classes.formFoot}>
            <Button variant="subtle" color="red" onClick={() => onWrite('')}>
              Remove
            </Button>
            <Button type="submit" disabled={!isKnown || problem !== null}>
              Done
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
