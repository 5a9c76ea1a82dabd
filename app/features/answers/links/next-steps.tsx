import { IconCheck, IconMail, IconPhone, IconSend } from '@tabler/icons-react'
import { useSite } from '#app/shell/use-root.ts'
import type { Icon } from '#app/ui/section-card.tsx'
import type { LinkShift } from '../answer-words.ts'
import { ladderText } from '../cant-come-words.ts'
import classes from './next-steps.module.css'

type Step = { icon: Icon; state?: 'done' | 'now'; title: string; text: string }

/** Lists the steps after "I can't come". @param now the server's clock, ISO. */
export function NextSteps({ shift, now }: { shift: Pick<LinkShift, 'start'>; now: string }) {
  const site = useSite()
  const steps: Step[] = [
    { icon: IconCheck, state: 'done', title: 'You said you can’t come', text: 'The coordinators see it.' },
    {
      icon: IconSend,
      state: 'now',
      title: 'We’re looking for cover',
      text: ladderText(new Date(shift.start), new Date(now), { rungs: site.cover_rungs }),
    },
    { icon: IconMail, title: 'Someone says yes', text: 'You’ll hear from us, and the shift comes off your calendar.' },
    {
      icon: IconPhone,
      title: 'No one says yes',
      text: 'The coordinators are notified and find someone. Until then it’s still yours.',
    },
  ]
  return (
    <ol className={`list ${classes.steps}`} aria-label="What happens next">
      {steps.map(({ icon: Glyph, state, title, text }) => (
        <li key={title} data-state={state}>
          <span>
            <Glyph size={16} aria-hidden />
          </span>
          <div>
            <b>{title}</b>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
