import { NumberInput, Switch } from '@mantine/core'
import type { Organisation, OrganisationField } from '#server/organisation/contract.ts'
import { RungsField } from './rungs-field.tsx'
import { SectionForm } from './section-form.tsx'
import type { Section } from './use-section.ts'

type NumberField = Extract<OrganisationField, 'ask_weeks' | 'answer_by_days' | 'release_days' | 'rest_hours'>

type Count = { field: NumberField; label: string; description: string; unit: [one: string, many: string] }

const CountInput = ({
  section: { values, set, error },
  field,
  label,
  description,
  unit,
}: Count & { section: Section }) => (
  <NumberInput
    label={label}
    description={description}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    suffix={values[field] === 1 ? ` ${unit[0]}` : ` ${unit[1]}`}
    allowDecimal={false}
    allowNegative={false}
    clampBehavior="none"
    maxLength={12}
    inputMode="numeric"
    hideControls
    styles={{ wrapper: { maxWidth: 220 } }}
    value={values[field]}
    error={error(field)}
    // An empty field is sent as 0, which the server refuses where 0 has no meaning.
    onChange={(count) => set(field, Number(count) || 0)}
  />
)

const DAYS: Count['unit'] = ['day', 'days']

export const AnswersSection = ({ stored }: { stored: Organisation }) => (
  <SectionForm
    id="answers"
    title="Answers and cover"
    hint="Whether people are asked if they will be there, and what happens when they can’t."
    stored={stored}
    fields={[
      'ask_answers',
      'ask_weeks',
      'answer_by_days',
      'allow_release',
      'release_days',
      'approve_swaps',
      'rest_hours',
      'cover_needs_sign_in',
      'cover_rungs',
    ]}
  >
    {(section) => (
      <>
        <Switch
          label="Ask people whether they will be there"
          description="Messages about a published shift have two buttons: I’ll be there and I can’t."
          checked={section.values.ask_answers}
          onChange={(event) => section.set('ask_answers', event.currentTarget.checked)}
        />
        {section.values.ask_answers && (
          <>
            <CountInput
              section={section}
              field="ask_weeks"
              label="Ask this long before the shift"
              description="For shifts sooner than that, the first message already asks. We ask about shifts further ahead together, as they get nearer."
              unit={['week', 'weeks']}
            />
            <CountInput
              section={section}
              field="answer_by_days"
              label="Ask once more this long before the shift"
              description="Anyone who hasn’t replied by then is asked once more."
              unit={DAYS}
            />
          </>
        )}
        <Switch
          label="Members can drop a shift straight away"
          description="If there’s enough time. When off, a shift stays theirs until someone takes it."
          checked={section.values.allow_release}
          onChange={(event) => section.set('allow_release', event.currentTarget.checked)}
        />
        {section.values.allow_release && (
          <CountInput
            section={section}
            field="release_days"
            label="Up to this long before the shift"
            description="With less time left, we look for cover instead."
            unit={DAYS}
          />
        )}
        <Switch
          label="Coordinators approve swaps"
          description="When off, members swap and hand over shifts between themselves, and you’re notified afterwards."
          checked={section.values.approve_swaps}
          onChange={(event) => section.set('approve_swaps', event.currentTarget.checked)}
        />
        <CountInput
          section={section}
          field="rest_hours"
          label="Minimum rest between shifts"
          description="No one is asked to cover a shift that would leave them less. 0 means shifts can be back to back."
          unit={['hour', 'hours']}
        />
        <Switch
          label="Ask only people who have signed in"
          description="Members who have never signed in aren’t asked to cover. You can still ask them yourself."
          checked={section.values.cover_needs_sign_in}
          onChange={(event) => section.set('cover_needs_sign_in', event.currentTarget.checked)}
        />
        <RungsField section={section} />
      </>
    )}
  </SectionForm>
)
