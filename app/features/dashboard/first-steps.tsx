import { IconCircleCheckFilled, IconCircleDashed, IconListCheck } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { FirstSteps as Steps } from '#server/dashboard/first-steps.ts'
import classes from './dashboard.module.css'

const STEPS: { key: keyof Steps | 'published'; title: string; text: string; to: string }[] = [
  {
    key: 'logo',
    title: 'Make it yours',
    text: 'Logo, colour and a contact for members',
    to: paths.organisation,
  },
  {
    key: 'assignments',
    title: 'Name your assignments',
    text: 'What people do: safety boat, race officer, galley',
    to: paths.assignments,
  },
  { key: 'people', title: 'Add your people', text: 'One by one, or from a file', to: paths.people },
  { key: 'events', title: 'Add the first event', text: 'With the shifts it needs', to: paths.addEvent },
  {
    key: 'published',
    title: 'Publish its roster',
    text: 'Members can then see it and get reminders',
    to: paths.roster,
  },
]

export function FirstSteps({ steps }: { steps: Steps }) {
  const isDone = (key: keyof Steps | 'published') => key !== 'published' && steps[key]
  const doneCount = STEPS.filter(({ key }) => isDone(key)).length
  return (
    <SectionCard title="First steps" icon={IconListCheck} count={`${doneCount} of ${STEPS.length}`}>
      {STEPS.map(({ key, title, text, to }) => (
        <Row
          key={key}
          to={to}
          lead={
            isDone(key) ? (
              <IconCircleCheckFilled size={24} className={classes.done} role="img" aria-label="Done" />
            ) : (
              <IconCircleDashed size={24} stroke={1.6} className={classes.todo} aria-hidden />
            )
          }
          title={title}
          meta={text}
        />
      ))}
    </SectionCard>
  )
}
