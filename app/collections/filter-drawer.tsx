import { ActionIcon, Button, Drawer, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { ConditionValue } from './condition-value.tsx'
import {
  type Comparison,
  canMean,
  comparisonOf,
  comparisonsOf,
  conditionName,
  saidOf,
  splitCondition,
} from './conditions.ts'
import classes from './filter.module.css'
import { inSentence } from './in-sentence.ts'
import { plainFields } from './list-query.ts'
import type { ListData, ListView } from './list-view.ts'

type Draft = { key: number; path: string; comparison: Comparison; value: string }
type Fields = ListData['contract']['fields']

/** What keeps a condition from being asked, by its draft. Those without a value are left out when they are applied. */
function problemsOf(drafts: readonly Draft[], fields: Fields): Record<number, string> {
  const asked = new Set<string>()
  return Object.fromEntries(
    drafts.flatMap(({ key, path, comparison, value }) => {
      const said = saidOf(comparison, value.trim())
      const field = fields[path]
      if (said === '' || !field) return []
      const name = conditionName(path, comparison.operator)
      if (asked.has(name)) return [[key, 'This is asked above already.']]
      asked.add(name)
      if (canMean(field, comparison.operator, said)) return []
      return [[key, ['integer', 'number'].includes(field.kind) ? 'Enter a number.' : 'This cannot be asked.']]
    }),
  )
}

type Props = { view: ListView; data: ListData; onApply: (filters: Record<string, string>) => void; onClose: () => void }

/** The complex search: conditions that all must hold, applied together. */
export function FilterDrawer({ view, data, onApply, onClose }: Props) {
  const { contract, query } = data
  const paths = plainFields(view, contract).filter((path) => contract.fields[path] && comparisons(path).length > 0)
  function comparisons(path: string) {
    const field = contract.fields[path]
    return field ? comparisonsOf(field) : []
  }
  const draftOf = (path: string, key: number): Draft[] => {
    const [comparison] = comparisons(path)
    return comparison ? [{ key, path, comparison, value: '' }] : []
  }
  const [drafts, setDrafts] = useState<Draft[]>(() => {
    const there = Object.entries(query.filters).flatMap(([name, value], key): Draft[] => {
      const { path, operator } = splitCondition(name)
      const field = contract.fields[path]
      const comparison = field && comparisonOf(field, operator, value)
      return comparison ? [{ key, path, comparison, value }] : []
    })
    return there.length ? there : draftOf(paths[0] ?? '', 0)
  })
  const change = (key: number, to: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...to } : draft)))
  const add = () =>
    setDrafts([
      ...drafts,
      ...draftOf(
        paths.find((path) => !drafts.some((draft) => draft.path === path)) ?? paths[0] ?? '',
        Math.max(0, ...drafts.map(({ key }) => key)) + 1,
      ),
    ])
  const [wrong, setWrong] = useState<Record<number, string>>({})
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const problems = problemsOf(drafts, contract.fields)
    setWrong(problems)
    if (Object.keys(problems).length) return
    onApply(
      Object.fromEntries(
        drafts.flatMap(({ path, comparison, value }) => {
          const said = saidOf(comparison, value.trim())
          return said === '' ? [] : [[conditionName(path, comparison.operator), said]]
        }),
      ),
    )
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={420}
      title={`Filter ${inSentence(contract.title)}`}
      closeButtonProps={{ 'aria-label': 'Close the filter' }}
    >
      <form onSubmit={apply} className={classes.form} noValidate>
        {drafts.map(({ key, path, comparison, value }, index) => {
          const field = contract.fields[path]
          if (!field) return null
          const title = field.title ?? path
          return (
            <fieldset key={key} className={classes.condition} aria-label={`Condition ${index + 1}`}>
              <div className={classes.what}>
                <NativeSelect
                  aria-label="Field"
                  data={paths.map((at) => ({ value: at, label: contract.fields[at]?.title ?? at }))}
                  value={path}
                  onChange={(event) => change(key, draftOf(event.currentTarget.value, key)[0] ?? {})}
                />
                <NativeSelect
                  aria-label={`Comparison of ${title}`}
                  data={comparisons(path).map((of) => ({ value: of.key, label: of.label }))}
                  value={comparison.key}
                  onChange={(event) => {
                    const to = comparisons(path).find((of) => of.key === event.currentTarget.value)
                    if (to) change(key, { comparison: to, ...(to.nothing || comparison.nothing ? { value: '' } : {}) })
                  }}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={`Remove condition ${index + 1}`}
                  onClick={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </div>
              {!comparison.nothing && (
                <ConditionValue
                  field={field}
                  label={`${title}, ${comparison.label}`}
                  value={value}
                  error={wrong[key]}
                  names={(field.to && data.labels[field.to]) || {}}
                  onChange={(next) => change(key, { value: next })}
                />
              )}
            </fieldset>
          )
        })}
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add} className={classes.add}>
          Add condition
        </Button>
        <div className={classes.actions}>
          <Button type="submit">Apply</Button>
          <Button variant="default" onClick={() => onApply({})}>
            Reset
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
