import type { Organisation } from '#server/organisation/contract.ts'
import { LinesField } from './lines-field.tsx'
import { SectionForm } from './section-form.tsx'

type Props = { stored: Organisation }

export const CalendarsSection = ({ stored }: Props) => (
  <SectionForm
    id="calendars"
    title="External calendars"
    hint="Other organisations’ events, shown in grey in your calendar. Members can hide them."
    stored={stored}
    fields={['allowed_external_calendars']}
  >
    {({ values, set, error }) => (
      <LinesField
        label="Addresses"
        description="One per line: another site’s public events, or an iCalendar file."
        value={values.allowed_external_calendars.split(',').filter(Boolean)}
        error={error('allowed_external_calendars')}
        onChange={(lines) => set('allowed_external_calendars', lines.join(','))}
      />
    )}
  </SectionForm>
)

export const EmbeddingSection = ({ stored }: Props) => (
  <SectionForm
    id="embedding"
    title="Embedding"
    hint="Websites that can embed your public calendar."
    stored={stored}
    fields={['embed_origins']}
  >
    {({ values, set, error }) => (
      <LinesField
        label="Websites"
        description="One per line, such as https://club.example."
        value={values.embed_origins}
        error={error('embed_origins')}
        onChange={(lines) => set('embed_origins', lines)}
      />
    )}
  </SectionForm>
)
