import { ActionIcon, Button, NumberInput, Table } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { FormError } from '#app/ui/form-error.tsx'
import type { Organisation } from '#server/organisation/contract.ts'
import { MAX_RUNGS } from '#server/organisation/cover-rungs/rules.ts'
import type { Section } from './use-section.ts'

type Rung = Organisation['cover_rungs'][number]

const HOURS = {
  suffix: ' h',
  allowDecimal: false,
  allowNegative: false,
  hideControls: true,
  clampBehavior: 'none',
} as const

/** Group sizes by the time left, one row per time span. The last row applies until the start. */
export function RungsField({ section: { values, set, error } }: { section: Section }) {
  const rungs = values.cover_rungs
  const change = (at: number, patch: Partial<Rung>) =>
    set(
      'cover_rungs',
      rungs.map((rung, i) => (i === at ? { ...rung, ...patch } : rung)),
    )
  const add = () => set('cover_rungs', [{ ...rungs[0]!, more_than: rungs[0]!.more_than + 24 }, ...rungs])
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <legend>How many people to ask at a time</legend>
      <Table withRowBorders={false} verticalSpacing={4} maw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>With more left than</Table.Th>
            <Table.Th>Ask together</Table.Th>
            <Table.Th>The next after</Table.Th>
            <Table.Th aria-label="Remove" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rungs.map(({ more_than, people, every }, at) => {
            const isLast = at === rungs.length - 1
            const row = `row ${at + 1}`
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place.
              <Table.Tr key={at}>
                <Table.Td>
                  <NumberInput
                    {...HOURS}
                    aria-label={`With more left than, ${row}`}
                    value={more_than}
                    disabled={isLast}
                    onChange={(hours) => change(at, { more_than: Number(hours) || 0 })}
                  />
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    {...HOURS}
                    suffix=""
                    aria-label={`Ask together, ${row}`}
                    placeholder="everyone"
                    value={people ?? ''}
                    onChange={(count) => change(at, { people: count === '' ? null : Number(count) })}
                  />
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    {...HOURS}
                    aria-label={`The next after, ${row}`}
                    value={every}
                    onChange={(hours) => change(at, { every: Number(hours) || 0 })}
                  />
                </Table.Td>
                <Table.Td>
                  {!isLast && (
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={44}
                      aria-label={`Remove ${row}`}
                      onClick={() =>
                        set(
                          'cover_rungs',
                          rungs.filter((_, i) => i !== at),
                        )
                      }
                    >
                      <IconTrash size={18} aria-hidden />
                    </ActionIcon>
                  )}
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      <p>Hours until the start of the shift. Leave blank to ask everyone who is left. Waiting lists come first.</p>
      <FormError message={error('cover_rungs')} />
      {rungs.length < MAX_RUNGS && (
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add a row
        </Button>
      )}
    </fieldset>
  )
}
