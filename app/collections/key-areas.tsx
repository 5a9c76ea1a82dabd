import { NativeSelect, Radio, Stack } from '@mantine/core'
import { AREA_LABELS, AREAS, type Area, LEVELS, READ_ONLY, type Scope } from '#server/engine/access/scopes.pure.ts'
import { choiceLabel } from './choice-label.ts'
import classes from './key-areas.module.css'
import type { FormValues } from './list-view.ts'

const LEVEL_LABELS = { read: 'Read', write: 'Read and write' } as const

export function KeyAreas({ values, change, error }: FormValues) {
  const scopes = Array.isArray(values.scopes) ? (values.scopes as Scope[]) : null
  const scope = values.scope === 'write' ? 'write' : 'read'
  const choose = (area: Area, level: string) =>
    change('scopes', [
      ...(scopes ?? []).filter((item) => !item.startsWith(`${area}:`)),
      ...(level ? [`${area}:${level}`] : []),
    ])
  const chooseAreas = (value: string) => {
    change('scope', value === 'some' ? undefined : scope)
    change('scopes', value === 'some' ? [] : null)
  }
  return (
    <Stack gap="md">
      <Radio.Group label="Areas" value={scopes ? 'some' : 'all'} onChange={chooseAreas}>
        <Stack gap={0} mt={4}>
          <Radio value="all" label="All areas" classNames={{ body: classes.choice }} />
          <Radio value="some" label="Selected areas" classNames={{ body: classes.choice }} />
        </Stack>
      </Radio.Group>
      {scopes === null ? (
        <NativeSelect
          label="Scope"
          name="scope"
          size="md"
          error={error('scope')}
          data={LEVELS.map((level) => ({ value: level, label: LEVEL_LABELS[level] }))}
          value={scope}
          onChange={(event) => change('scope', event.currentTarget.value)}
        />
      ) : (
        <fieldset className={classes.areas} aria-describedby={error('scopes') && 'areas-error'}>
          <legend>Access by area</legend>
          {error('scopes') && (
            <p id="areas-error" role="alert" className={classes.problem}>
              {error('scopes')}
            </p>
          )}
          {AREAS.map((area) => (
            <div key={area} className={`row between ${classes.area}`}>
              <span>
                {AREA_LABELS[area].title}
                <small>{AREA_LABELS[area].holds}</small>
              </span>
              <NativeSelect
                aria-label={AREA_LABELS[area].title}
                size="md"
                data={[
                  { value: '', label: 'No access' },
                  ...LEVELS.filter((level) => level === 'read' || !READ_ONLY.includes(area)).map((level) => ({
                    value: level,
                    label: LEVEL_LABELS[level],
                  })),
                ]}
                value={LEVELS.find((level) => scopes.includes(`${area}:${level}` as Scope)) ?? ''}
                onChange={(event) => choose(area, event.currentTarget.value)}
              />
            </div>
          ))}
        </fieldset>
      )}
      <KeyRestrictions />
    </Stack>
  )
}

function KeyRestrictions() {
  return (
    <p className={classes.restrictions}>
      An API key can never add, change or remove admins, grant access, change emails, create keys, kiosks or sign-in
      providers, or change security settings. People added with a key need an admin’s approval.
    </p>
  )
}

/** Formats a key's scopes: `All areas: read`, or each area with its level. */
export function scopeText({ scope, scopes }: Record<string, unknown>): string {
  if (!Array.isArray(scopes)) return `All areas: ${scope === 'write' ? 'read and write' : 'read'}`
  return AREAS.flatMap((area) => {
    const level = LEVELS.find((candidate) => scopes.includes(`${area}:${candidate}`))
    return level ? `${AREA_LABELS[area].title}: ${level}` : []
  }).join(', ')
}

export function KeySummary({ record }: { record: Record<string, unknown> }) {
  return (
    <div className={`stack ${classes.summary}`}>
      <p>
        <b>{choiceLabel('scopes')}</b> {scopeText(record)}
      </p>
      <KeyRestrictions />
    </div>
  )
}
