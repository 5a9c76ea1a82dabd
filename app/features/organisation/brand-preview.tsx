import { IconCalendarEvent, IconHome, IconUser } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { SiteLogo } from '#app/shell/site-logo.tsx'
import { brandTones, GROUNDS } from '#server/organisation/brand/contract.ts'
import { isColor } from './colour-section.tsx'
import classes from './preview.module.css'

const INK = { light: ['#1d282e', '#48575f', '#e0e7eb'], dark: ['#e3eaee', '#b6c4cc', '#2b3840'] } as const
const PREVIEWS = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['email', 'Email'],
] as const

type Props = { name: string; color: string; stored: string }

export function BrandPreview({ name, color, stored }: Props) {
  const [shown, setShown] = useState<(typeof PREVIEWS)[number][0]>('light')
  const scheme = shown === 'dark' ? 'dark' : 'light'
  const tones = brandTones(isColor(color) ? color.trim().toLowerCase() : stored)
  const [ink, dim, line] = INK[scheme]
  const [canvas, surface] = GROUNDS[scheme]
  const style = {
    '--p-canvas': canvas,
    '--p-surface': surface,
    '--p-ink': ink,
    '--p-dim': dim,
    '--p-line': line,
    '--p-filled': tones.filled,
    '--p-bg': tones[scheme].bg,
    '--p-fg': tones[scheme].fg,
    '--mantine-color-brand-9': tones.filled,
  } as CSSProperties
  return (
    <section className={classes.preview} aria-label="Preview">
      <header>
        <h2>Preview</h2>
        <fieldset aria-label="Preview of">
          {PREVIEWS.map(([key, label]) => (
            <button key={key} type="button" aria-pressed={key === shown} onClick={() => setShown(key)}>
              {label}
            </button>
          ))}
        </fieldset>
      </header>
      <div className={classes.frame} style={style} data-shown={shown}>
        {shown === 'email' ? <Email name={name} /> : <App name={name} />}
      </div>
      <p>See your changes here before you save them.</p>
    </section>
  )
}

const Head = ({ name }: { name: string }) => (
  <div className={`row ${classes.head}`}>
    <SiteLogo size={28} />
    <b className="wrap">{name}</b>
  </div>
)

const App = ({ name }: { name: string }) => (
  <>
    <Head name={name} />
    <div className={classes.next}>
      <small>Your next shift</small>
      <b className="num">Sat 21 Nov, 09:15</b>
      <span>Open day, Welcome desk</span>
      <i>Add to calendar</i>
    </div>
    <Line day="28" title="Training evening" />
    <Line day="30" title="Committee" chosen />
    <div className={classes.bar}>
      {[['Home', IconHome] as const, ['Calendar', IconCalendarEvent] as const, ['Profile', IconUser] as const].map(
        ([label, Icon], index) => (
          <span key={label} data-current={index === 0 || undefined}>
            <Icon size={18} aria-hidden />
            {label}
          </span>
        ),
      )}
    </div>
  </>
)

const Line = ({ day, title, chosen }: { day: string; title: ReactNode; chosen?: boolean }) => (
  <div className={`row ${classes.line}`} data-chosen={chosen}>
    <b className="num">{day}</b>
    <span>{title}</span>
    <em>Sign up</em>
  </div>
)

const Email = ({ name }: { name: string }) => (
  <div className={classes.card}>
    <Head name={name} />
    <span>Sat 21 Nov</span>
    <b className={classes.time}>09:15</b>
    <span className={classes.dim}>Open day, Welcome desk</span>
    <i>See your shift</i>
  </div>
)
