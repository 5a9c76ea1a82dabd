/**
 * A value as the JSON that PostgreSQL wrote. It is passed on as it is, and taken apart only where its parts are needed: most of
 * what is read for an answer is never looked at on its way.
 */
export class JsonText<T> {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /** The value, parsed anew each time. */
  value(): T {
    return JSON.parse(this.text) as T
  }

  /** An object with this under `name`, beside what stands `around`. */
  within<A extends object, N extends string>(around: A, name: N): JsonText<A & Record<N, T>> {
    return new JsonText<Record<N, T>>(`{${JSON.stringify(name)}:${this.text}}`).with(around)
  }

  /** This object with `more` behind its own parts. */
  with<A extends object>(more: A): JsonText<A & T> {
    const [begun, rest] = [this.text.trimEnd().slice(0, -1), JSON.stringify(more).slice(1)]
    return new JsonText(rest === '}' || begun.trim() === '{' ? begun + rest : `${begun},${rest}`)
  }
}
