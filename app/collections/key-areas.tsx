import { NativeSelect, Radio, Stack } from '@mantine/core'
import { AREA_WORDS, AREAS, type Area, LEVELS, READ_ONLY, type Scope } from '#server/engine/access/scopes/rules.ts'
import { wordOf } from './field-words.ts'
import classes from './key-areas.module.css'
import type { FormValues } from './list-view.ts'

const LEVEL_WORDS = { read: 'Read', write: 'Read and write' } as const

/** Whether a key is let into all areas, or into which, and whether it writes there. What no key does stands below. */
export function KeyAreas({ values, change, error }: FormValues) {
  const scopes = Array.isArray(values.scopes) ? (values.scopes as Scope[]) : null
  const scope = values.scope === 'write' ? 'write' : 'read'
  const choose = (area: Area, level: string) =>
    change('scopes', [
      ...(scopes ?? []).filter((one) => !one.startsWith(`${area}:`)),
      ...(level ? [`${area}:${level}`] : []),
    ])
  const every = (value: string) => {
    change('scope', value === 'some' ? undefined : scope)
    change('scopes', value === 'some' ? [] : null)
  }
  return (
    <Stack gap="md">
      <Radio.Group label="Areas" value={scopes ? 'some' : 'all'} onChange={every}>
        <Stack gap={0} mt={4}>
          <Radio value="all" label="All areas" classNames={{ body: classes.choice }} />
          <Radio value="some" label="Single areas" classNames={{ body: classes.choice }} />
        </Stack>
      </Radio.Group>
      {scopes === null ? (
        <NativeSelect
          label="Scope"
          name="scope"
          size="md"
          error={error('scope')}
          data={LEVELS.map((level) => ({ value: level, label: LEVEL_WORDS[level] }))}
          value={scope}
          onChange={(event) => change('scope', event.currentTarget.value)}
        />
      ) : (
        <fieldset className={classes.areas} aria-describedby={error('scopes') && 'areas-error'}>
          <legend>What it reads and writes</legend>
          {error('scopes') && (
            <p id="areas-error" role="alert" className={classes.problem}>
              {error('scopes')}
            </p>
          )}
          {AREAS.map((area) => (
            <div key={area} className={classes.area}>
              <span>
                {AREA_WORDS[area].title}
                <small>{AREA_WORDS[area].holds}</small>
              </span>
              <NativeSelect
                aria-label={AREA_WORDS[area].title}
                size="md"
                data={[
                  { value: '', label: 'Nothing' },
                  ...LEVELS.filter((level) => level === 'read' || !READ_ONLY.includes(area)).map((level) => ({
                    value: level,
                    label: LEVEL_WORDS[level],
                  })),
                ]}
                value={LEVELS.find((level) => scopes.includes(`${area}:${level}` as Scope)) ?? ''}
                onChange={(event) => choose(area, event.currentTarget.value)}
              />
            </div>
          ))}
        </fieldset>
      )}
      <NeverByKey />
    </Stack>
  )
}

/** What no key does, whatever it holds. */
export function NeverByKey() {
  return (
    <p className={classes.never}>
      No key ever makes, changes or removes an admin, gives somebody access, changes an email, makes keys, kiosks or
      sign-in providers, or changes settings about security. People whom a key adds wait for an admin’s approval.
    </p>
  )
}

/** The scopes of a key in words: `All areas: read`, or its areas with what it does there. */
export function scopeWords({ scope, scopes }: Record<string, unknown>): string {
  if (!Array.isArray(scopes)) return `All areas: ${scope === 'write' ? 'read and write' : 'read'}`
  return AREAS.flatMap((area) => {
    const level = LEVELS.find((one) => scopes.includes(`${area}:${one}`))
    return level ? `${AREA_WORDS[area].title}: ${level}` : []
  }).join(', ')
}

/** What a stored key may do. */
export function KeyGlance({ record }: { record: Record<string, unknown> }) {
  return (
    <div className={classes.glance}>
      <p>
        <b>{wordOf('scopes')}</b> {scopeWords(record)}
      </p>
      <NeverByKey />
    </div>
  )
}
