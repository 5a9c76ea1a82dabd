import { ActionIcon, Button, NumberInput, Radio, Stack, Table } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormError } from '#app/ui/form-error.tsx'
import { PRESET_NAMES, PRESETS, type Preset, type Rung as PresetRung, presetOf } from '#server/cover/rungs.pure.ts'
import type { Organisation } from '#server/organisation/contract.ts'
import { MAX_RUNGS } from '#server/organisation/cover-rungs/rules.ts'
import classes from './organisation.module.css'
import type { Section } from './use-section.ts'

type Rung = Organisation['cover_rungs'][number]

const HOURS = {
  suffix: ' h',
  allowDecimal: false,
  allowNegative: false,
  hideControls: true,
  clampBehavior: 'none',
} as const

const LABELS: Record<Preset, string> = { gentle: 'Gentle', usual: 'Usual', urgent: 'Urgent' }

const pace = ([{ people, every }]: readonly [PresetRung, ...PresetRung[]]) =>
  `${people} people first, then more after ${every} hours.`

/** How many people are asked to cover together: a preset, or rows of the site's own. */
export function RungsField({ section }: { section: Section }) {
  const { values, set, error } = section
  const preset = presetOf(values.cover_rungs)
  const [unfolded, setUnfolded] = useState(false)
  return (
    <div>
      <Radio.Group
        label="How many people to ask at a time"
        description="More people are asked, and sooner, as the start gets nearer. Waiting lists come first."
        value={preset ?? ''}
        onChange={(name) => set('cover_rungs', PRESETS[name as Preset].map(inStoredOrder))}
      >
        <Stack gap={8} mt={8}>
          {PRESET_NAMES.map((name) => (
            <Radio key={name} value={name} label={LABELS[name]} description={pace(PRESETS[name])} />
          ))}
        </Stack>
      </Radio.Group>
      <details
        className={classes.own}
        open={unfolded || preset === null}
        onToggle={(event) => setUnfolded(event.currentTarget.open)}
      >
        <summary>{preset === null ? 'Own rules (in use)' : 'Own rules'}</summary>
        <RungsTable section={section} />
      </details>
      <FormError message={error('cover_rungs')} />
    </div>
  )
}

/** Unchanged rungs are the same text as the stored ones. */
const inStoredOrder = ({ every, people, more_than }: PresetRung): Rung => ({ every, people, more_than })

/** Group sizes by the time left, one row per time span. The last row applies until the start. */
function RungsTable({ section: { values, set } }: { section: Section }) {
  const rungs = values.cover_rungs
  const change = (at: number, patch: Partial<Rung>) =>
    set(
      'cover_rungs',
      rungs.map((rung, i) => (i === at ? { ...rung, ...patch } : rung)),
    )
  const add = () => set('cover_rungs', [{ ...rungs[0]!, more_than: rungs[0]!.more_than + 24 }, ...rungs])
  return (
    <>
      <Table withRowBorders={false} verticalSpacing={4} maw={560}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>More than … before the start</Table.Th>
            <Table.Th>Ask</Table.Th>
            <Table.Th>Then wait</Table.Th>
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
                    aria-label={`More than … before the start, ${row}`}
                    value={more_than}
                    disabled={isLast}
                    onChange={(hours) => change(at, { more_than: Number(hours) || 0 })}
                  />
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    {...HOURS}
                    suffix=""
                    aria-label={`Ask, ${row}`}
                    placeholder="everyone"
                    value={people ?? ''}
                    onChange={(count) => change(at, { people: count === '' ? null : Number(count) })}
                  />
                </Table.Td>
                <Table.Td>
                  <NumberInput
                    {...HOURS}
                    aria-label={`Then wait, ${row}`}
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
      <p>Leave blank to ask everyone who is left.</p>
      {rungs.length < MAX_RUNGS && (
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add a row
        </Button>
      )}
    </>
  )
}
