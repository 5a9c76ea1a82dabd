import { iconOf } from './item-words.ts'
import classes from './kind-word.module.css'

/** The kind of a thing to do: its icon beside its word. */
export function KindWord({ kind, word }: { kind: string; word: string | undefined }) {
  const Glyph = iconOf(kind)
  return (
    <span className={classes.kind}>
      <Glyph size={14} aria-hidden />
      {word}
    </span>
  )
}
