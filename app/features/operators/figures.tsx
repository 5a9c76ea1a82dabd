import { IconAlertTriangle, IconCheck, IconPointFilled, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '#app/ui/state-badge.tsx'
import type { Verdict } from '#server/operators/verdicts.pure.ts'
import health from './health.module.css'

const SIGNS = { green: IconCheck, amber: IconAlertTriangle, red: IconX, slate: IconPointFilled } as const

export type Figure = { label: string; value: ReactNode; hint: ReactNode; verdict?: Verdict }

export const Figures = ({ label, figures }: { label: string; figures: readonly Figure[] }) => (
  <section aria-label={label}>
    <dl className={health.figures}>
      {figures.map(({ label, value, hint, verdict }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong className="num">{value}</strong>
            <span className="num">{hint}</span>
            {verdict && (
              <Tag
                tone={verdict.tone}
                icon={SIGNS[verdict.tone]}
                quiet={verdict.tone === 'green' || verdict.tone === 'slate'}
              >
                {verdict.word}
              </Tag>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
