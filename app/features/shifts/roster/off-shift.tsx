import { DidTheyGetIt } from '#app/features/deliveries/did-they-get-it.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { rowName } from './roster-row.tsx'
import type { EditorShift } from './roster-rows.ts'
import type { Roster } from './use-roster.ts'
import { formatSpanAt } from './wall.ts'

type Props = { shift: EditorShift; roster: Roster; onClose: () => void }

export function OffShift({ shift: { stored, fields }, roster, onClose }: Props) {
  return (
    <PanelFrame title={rowName(roster, fields)} onClose={onClose}>
      <p className="num">
        <s>
          {[
            roster.nameOf('people', fields.person) || 'Open',
            formatSpanAt(fields.start, fields.end, roster.eventFields.start, roster.formats),
          ].join(', ')}
        </s>
      </p>
      {fields.notes && <p className="wrap">{fields.notes}</p>}
      {stored && fields.person !== null && <DidTheyGetIt person={fields.person} shift={stored.id} />}
    </PanelFrame>
  )
}
