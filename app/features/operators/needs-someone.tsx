import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconX } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { SectionCard } from '#app/ui/section-card.tsx'
import { ANYONES_FORMATS, sinceText } from '#app/ui/since-text.ts'
import type { Overview, TroubledSite } from '#server/operators/contract.ts'
import { levelOf, troubleText } from '#server/operators/verdicts.pure.ts'
import classes from './console.module.css'
import { Resend } from './first-admin.tsx'
import health from './health.module.css'

type Props = { overview: Overview; now: string; onResume: (site: TroubledSite) => void }

export function NeedsSomeone({ overview: { troubled, now: urgent, soon }, now, onResume }: Props) {
  const more = urgent + soon - troubled.length
  if (troubled.length === 0) return null
  return (
    <SectionCard title="Needs attention" count={urgent + soon}>
      <ul className={`list ${health.troubles}`}>
        {troubled.map((site) => (
          <TroubledRow key={site.id} site={site} now={now} onResume={() => onResume(site)} />
        ))}
      </ul>
      {more > 0 && <p className={health.more}>{more === 1 ? 'And one more site.' : `And ${more} more sites.`}</p>}
    </SectionCard>
  )
}

function TroubledRow({ site, now, onResume }: { site: TroubledSite; now: string; onResume: () => void }) {
  const level = levelOf(site.trouble)
  const Sign = level === 'now' ? IconX : IconAlertTriangle
  const { cause, meaning } = troubleText(
    site.trouble,
    (instant) => `${sinceText(instant, now, 'UTC', ANYONES_FORMATS)} UTC`,
  )
  return (
    <li data-level={level}>
      <Sign size={20} role="img" aria-label={level === 'now' ? 'Now' : 'Soon'} />
      <div className={classes.name}>
        <Link to={paths.consoleSite(site.slug)}>{site.name}</Link>
        <small>{site.slug}</small>
      </div>
      <div className={health.cause}>
        <strong>{cause}</strong>
        <span>{meaning}</span>
      </div>
      <TroubleButton site={site} onResume={onResume} />
    </li>
  )
}

function TroubleButton({ site, onResume }: { site: TroubledSite; onResume: () => void }) {
  if (site.trouble.kind === 'suspended')
    return (
      <Button variant="default" h={44} onClick={onResume} aria-label={`Resume ${site.name}`}>
        Resume
      </Button>
    )
  if (site.trouble.kind === 'unclaimed') return <Resend site={site} />
  return (
    <Button
      component={Link}
      to={paths.consoleSite(site.slug)}
      variant="default"
      h={44}
      aria-label={`See why: ${site.name}`}
    >
      See why
    </Button>
  )
}
