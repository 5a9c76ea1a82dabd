import { Button } from '@mantine/core'
import { OptionMultiSelect } from '#app/collections/option-multi-select.tsx'
import { useContactMatch } from './use-contact-match.ts'

type Props = {
  /** The text that members read. */
  contact: string
  value: readonly number[]
  nameOf: (id: number) => string
  onChange: (people: number[]) => void
  onNamed: (id: number, name: string) => void
  error: string | undefined
}

/** The people who are notified; the one person whom the text names is proposed, and chosen by a press only. */
export function ContactsField({ contact, value, nameOf, onChange, onNamed, error }: Props) {
  const match = useContactMatch(contact)
  const choose = ({ id, name }: { id: number; name: string }) => {
    onNamed(id, name)
    onChange([...value, id])
  }
  return (
    <div>
      <OptionMultiSelect
        collection="people"
        label="People to notify"
        description="At most ten. They are notified as admins are, for example when someone can’t come or no one is left to ask."
        value={value}
        names={Object.fromEntries(value.map((id) => [id, nameOf(id)]))}
        onChange={onChange}
        onNamed={onNamed}
        error={error}
      />
      {match && !value.includes(match.id) && (
        <Button variant="light" size="xs" mt={8} onClick={() => choose(match)}>
          Choose {match.name}
        </Button>
      )}
    </div>
  )
}
