import type { ReactNode } from 'react'
import classes from './pieces.module.css'
import { useMedia } from './use-media.ts'

const hueOf = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 5

/** First and last initial of a name, whatever its alphabet. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word))
  const letters = words.map((word) => [...word][0]!.toUpperCase())
  return letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : (letters[0] ?? '?')
}

/** `src` is the key of a stored photo, or an address. */
type AvatarProps = { name: string; size?: number; me?: boolean; src?: string | null }

/** A person's photo, or their initials on a colour derived from the name. Decorative: the name is always beside it. */
export function Avatar({ name, size = 28, me, src: key }: AvatarProps) {
  const src = useMedia()(key)
  return (
    <span
      className={classes.avatar}
      data-hue={hueOf(name)}
      data-me={me || undefined}
      style={{ ['--s' as string]: `${size}px` }}
      aria-hidden
    >
      {src ? (
        <img src={src} alt="" width={size} height={size} style={{ borderRadius: '50%', objectFit: 'cover' }} />
      ) : (
        initials(name)
      )}
    </span>
  )
}

type ChipProps = AvatarProps & {
  note?: ReactNode
  /** In place of the name, such as a link of that text. */
  title?: ReactNode
}

export function PersonChip({ note, title, ...person }: ChipProps) {
  const { name, me } = person
  return (
    <span className={classes.person}>
      <Avatar {...person} />
      <span>
        <span style={{ fontWeight: me ? 600 : 450 }}>
          {title ?? name}
          {me && ' (you)'}
        </span>
        {note && <span className={classes.personNote}>{note}</span>}
      </span>
    </span>
  )
}
